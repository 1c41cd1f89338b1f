import { expect, test } from 'vitest';
import { commandLine } from '../ui/command-line.js';
import { type PlanForm, planRequest, planWords } from './request.js';

const form: PlanForm = {
  target: 'subset_transfer',
  notebooks: ['nb_a'],
  tags: ["Ann's"],
  query: 'title:"a b"',
  includeTrashed: true,
  allRevisions: false,
  withDescendants: false,
};

test('planRequest of a transfer has a selection and a policy', () => {
  expect(planRequest(form)).toEqual({
    target: 'subset_transfer',
    selection: { notebooks: ['nb_a'], tags: ["Ann's"], query: 'title:"a b"' },
    policy: { include_trashed: true, all_revisions: false, include_descendant_notebooks: false },
  });
});

test('planRequest of a full archive has no selection', () => {
  expect(planRequest({ ...form, target: 'full_archive' })).toEqual({ target: 'full_archive' });
  expect(planWords({ ...form, target: 'full_archive' })).toEqual(['--target', 'full_archive']);
});

test('planRequest of a publication has no choice of Trash and revisions', () => {
  expect(planRequest({ ...form, target: 'publication_handoff' }).policy).toEqual({
    include_descendant_notebooks: false,
  });
});

test('commandLine quotes arguments so that a shell reads the same words', () => {
  expect(commandLine(['notes', 'select', 'plan', ...planWords(form)])).toBe(
    `notes select plan --target subset_transfer --notebook nb_a --tag 'Ann'\\''s' --query 'title:"a b"' --include-trashed --no-descendants`,
  );
});
