const service = process.argv[2] ?? 'http://127.0.0.1:8080';

async function ask(method, path, fields) {
  const answer = await fetch(`${service}/api/v1${path}`, {
    method,
    headers: fields && { 'Content-Type': 'application/json' },
    body: fields && JSON.stringify(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${body.error.code}: ${body.error.message}`);
  return body;
}

const note = await ask('POST', '/documents', { title: 'Shopping', body: '- [ ] apples\n', tags: ['home'] });

const path = `/documents/${note.id}`;
const edited = await ask('PATCH', path, {
  base_revision_id: note.current_revision_id,
  edits: [{ search: '[ ] apples', replace: '[x] apples' }],
});
console.log(edited.body.trim()); // - [x] apples

const found = await ask('GET', '/search?q=tag:home%20apples');
console.log(found.results.map((hit) => hit.title).join()); // Shopping

// This base_revision_id is out of date: the service refuses the change and overwrites nothing.
const stale = { title: 'Shopping', body: 'lost?', base_revision_id: note.current_revision_id };
await ask('PUT', path, stale).catch((error) => console.log(error.message.split(':')[0])); // revision_conflict
