import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getLiteralAddress, isPublicAddress, isSameAddress } from '../../src/notes/media/address.js';

describe('isPublicAddress [MEDIA-ADDRESS]', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450:4001:80e::200e',
  ])('returns true for %s', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private (RFC 1918)', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['shared (RFC 6598)', '100.64.0.1', '100.127.255.255'],
    ['link-local', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
    ['protocol assignments', '192.0.0.1', '192.0.0.192', '192.88.99.1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['benchmarking', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
    ['reserved', '240.0.0.1', '255.255.255.255', '::', '4000::1', 'e000::1'],
    ['unique local', 'fc00::1', 'fd12:3456::1'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:808:808'],
    ['compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::a00:1'],
    ['translated (RFC 6145)', '::ffff:0:127.0.0.1', '::ffff:0:808:808'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1'],
    ['Teredo', '2001::1', '2001:0:7f00:1::'],
    ['discard', '100::1'],
    [
      'no address',
      '',
      'localhost',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '[::1]',
      '8.8.8.8 ',
      '8.8.8.8:80',
    ],
  ])('returns false for addresses of the kind: %s', (_kind, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test('returns false for every IPv6 address outside 2000::/3', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const first = fc.integer({ min: 0, max: 0xffff }).filter((value) => value >> 13 !== 1);
    fc.assert(
      fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, rest) => {
        expect(isPublicAddress([head.toString(16), ...rest].join(':'))).toBe(false);
      }),
      { seed: 20_261_121 },
    );
  });
});

test('literalAddress returns IP addresses without brackets and nothing for names', () => {
  expect(['[::1]', '127.0.0.1', 'localhost', '1.example', ''].map(getLiteralAddress)).toEqual([
    '::1',
    '127.0.0.1',
    undefined,
    undefined,
    undefined,
  ]);
});

test('isSameAddress compares addresses in any spelling', () => {
  expect(isSameAddress('2606:4700:0:0::1', '2606:4700::0001')).toBe(true);
  expect(isSameAddress('1.1.1.1', '1.1.1.2')).toBe(false);
  expect(isSameAddress('', '')).toBe(false);
});
