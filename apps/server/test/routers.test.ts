import { Router } from 'express';
import { expect, it } from 'vitest';
import { Routers } from '../src/http/routers.js';

const createRouter = () => Router();

it('a target finds the router of the paths with its leading segments and its number of segments', () => {
  const made: string[][] = [];
  const routers = new Routers(
    ['/api/v1/documents/{document_id}', '/api/v1/documents/{id}', '/api/v1/documents', '/'],
    (paths) => {
      made.push([...paths]);
      return Router();
    },
  );
  expect(made).toEqual([]);
  const note = routers.find('/api/v1/documents/doc_a');
  expect(routers.find('/api/v1/documents/doc_a?x=/1/2')).toBe(note);
  const notes = routers.find('/api/v1/documents?x=1');
  expect(notes).not.toBe(note);
  expect(routers.find('/api/v1/documents')).toBe(notes);
  expect(routers.find('/')).toBe(routers.find('/?query'));
  expect(made).toEqual([['/api/v1/documents/{document_id}', '/api/v1/documents/{id}'], ['/api/v1/documents'], ['/']]);
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
  const routers = new Routers(['/api/v1/documents', '/api/v1/documents/{document_id}'], createRouter);
  expect(routers.find(target)).toBeUndefined();
});

it('a parameter among the leading segments is refused', () => {
  expect(() => new Routers(['/api/{version}/documents'], createRouter)).toThrow(TypeError);
});
