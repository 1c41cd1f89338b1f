import { expect, it } from 'vitest';
import { Routers } from '../src/http/routers.js';

it('a target finds the router of the paths with its leading segments and its number of segments', () => {
  const routers = new Routers();
  const note = routers.select('/api/v1/documents/:document_id');
  const notes = routers.select('/api/v1/documents');
  const page = routers.select('/');
  expect(routers.select('/api/v1/documents/:id')).toBe(note);
  expect(routers.find('/api/v1/documents/doc_a')).toBe(note);
  expect(routers.find('/api/v1/documents/doc_a?x=/1/2')).toBe(note);
  expect(routers.find('/api/v1/documents?x=1')).toBe(notes);
  expect(routers.find('/')).toBe(page);
  expect(routers.find('/?query')).toBe(page);
  expect(routers.list()).toHaveLength(3);
});

it.each([
  '/api/v1/documents/doc_a/body',
  '/api/v1/Documents',
  '/api/v1/d%6Fcuments',
  '/api/v1',
  '//api/v1/documents',
  '/api/v1/documents/doc_a/',
  '',
])('the target "%s" without a route finds no router', (target) => {
  const routers = new Routers();
  routers.select('/api/v1/documents');
  routers.select('/api/v1/documents/:document_id');
  expect(routers.find(target)).toBeUndefined();
});

it('a parameter among the leading segments is refused', () => {
  expect(() => new Routers().select('/api/:version/documents')).toThrow(TypeError);
});
