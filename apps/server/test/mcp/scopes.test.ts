import { type McpScope, type McpSyncScope, mcpScopes, mcpSyncScopes } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../support/service.js';
import { post, type RpcBody, request, talk } from './support.js';

/** Tools of each scope, maintained by hand from the interface. */
const byScope: Record<McpScope, string> = {
  'search-only': 'get_notebook_tree list_collections list_notebooks list_search_notebooks list_tags search_documents',
  'read-only':
    'cancel_sync_job find_graph_path get_document get_document_blocks get_document_outline get_documents get_graph get_graph_report get_job get_lint_report get_note_line_range get_notebook_notes get_sync_status list_document_links list_document_resources list_jobs list_sync_conflicts list_tasks list_templates plan_selection plan_sync read_resource request_resource_fetch retry_sync_job run_note_query scan_remote_media search_in_note start_sync',
  editor:
    'append_to_note create_from_template create_note delete_note edit_note localize_remote_media move_note_to_notebook prepend_to_note tag_note untag_note update_note',
  organizer: 'run_batch',
};
const bySyncScope: Record<McpSyncScope, string> = {
  disabled: '',
  status: 'get_sync_status list_sync_conflicts',
  control: 'cancel_sync_job plan_sync request_resource_fetch retry_sync_job start_sync',
};

const toScopes = <Scope extends string>(table: Record<Scope, string>) =>
  new Map(
    (Object.entries(table) as [Scope, string][]).flatMap(([scope, names]) =>
      names.split(' ').flatMap((name) => (name === '' ? [] : [[name, scope] as const])),
    ),
  );
const scopeOf = toScopes(byScope);
const syncScopeOf = toScopes(bySyncScope);
const all = [...scopeOf.keys()].sort();

/** Names of operations that agents may not do at any scope, and names without meaning. */
const forbidden =
  'collect_garbage gc_apply purge purge_document purge_note empty_trash archive_export archive_verify archive_restore export_archive restore_archive publish publication fix_lint lint_fix rename_tag create_notebook update_notebook rename_notebook delete_notebook create_search_notebook delete_search_notebook create_collection update_collection restore_document restore_note restore_revision attach_resource detach_resource upload_resource delete_resource start_job cancel_job retry_job reset_job regenerate_graph_report write_graph_report export_graph_csv check_links resolve_link constructor __proto__ toString hasOwnProperty GET_DOCUMENT get_document\u0000'.split(
    ' ',
  );

it('the contract defines 46 tools', () => expect(all).toHaveLength(46));

const combinations = mcpScopes.flatMap((scope) => mcpSyncScopes.map((syncScope) => ({ scope, syncScope })));

describe.each(combinations)('MCP at $scope, sync $syncScope [N-MCP-SCOPES] [N-MCP-FORBIDDEN]', (active) => {
  const service = useService({
    settings: [`mcp.default_scope=${active.scope}`, `mcp.sync_scope=${active.syncScope}`],
  });
  const offered = all.filter((name) => {
    const scope = scopeOf.get(name) as McpScope;
    const syncScope = syncScopeOf.get(name) ?? 'disabled';
    return (
      mcpScopes.indexOf(scope) <= mcpScopes.indexOf(active.scope) &&
      mcpSyncScopes.indexOf(syncScope) <= mcpSyncScopes.indexOf(active.syncScope)
    );
  });
  const doors: Record<string, (message: object) => Promise<RpcBody | undefined>> = {
    HTTP: async (message) => (await post(service, message)).body,
    stdio: async (message) => (await talk(service.library, [message]))[0],
  };

  describe.each(Object.entries(doors))('over %s', (_, send) => {
    const call = (name: string) => send(request('tools/call', { name }));

    it('lists its tools in sorted order', async () => {
      const tools: { name: string }[] = (await send(request('tools/list')))?.result.tools;
      expect(tools.map(({ name }) => name)).toEqual(offered);
    });

    it('serves the listed tools, and rejects others with the scopes they need', async () => {
      for (const name of all) {
        const answer = await call(name);
        if (offered.includes(name)) expect([name, answer?.error]).toEqual([name, undefined]);
        else expectRefused(answer, name);
      }
    });

    it('treats forbidden names like unknown ones', async () => {
      const unknown = await call('no_such_tool');
      expect(unknown?.error?.code).toBe(-32602);
      for (const name of forbidden) expect([name, await call(name)]).toEqual([name, unknown]);
    });
  });

  function expectRefused(answer: RpcBody | undefined, name: string): void {
    const scope = scopeOf.get(name) as McpScope;
    const syncScope = syncScopeOf.get(name);
    const data = {
      required_scope: scope,
      active_scope: active.scope,
      ...(syncScope && { required_sync_scope: syncScope, active_sync_scope: active.syncScope }),
    };
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: expect.any(String), data },
    });
    for (const named of Object.values(data)) expect(answer?.error?.message).toContain(named);
  }
});
