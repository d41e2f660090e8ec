import { expect } from 'vitest';
import type { Answer, TestService } from './service.ts';

/** Asserts success and returns the answer. */
export const expectDone = (answer: Answer): Answer => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer;
};

/** Changes that an import made or would make, such as `create web`. */
export const listActions = (answer: Answer): string[] =>
  expectDone(answer).body.entries.map((one: { action: string; name: string }) => `${one.action} ${one.name}`);

export const createExchange = (api: () => TestService) => ({
  exportSite: (from = api(), pipelineIds?: string[]) =>
    from.call('exportPipelines', { query: { siteId: from.siteId, ...(pipelineIds ? { pipelineIds } : {}) } }),
  importText: (definition: string, more: { dryRun?: boolean; ifMatch?: string; to?: TestService } = {}) => {
    const to = more.to ?? api();
    return to.call('importPipelines', {
      query: { siteId: to.siteId, dryRun: more.dryRun ?? false },
      body: { definition },
      headers: { 'if-match': more.ifMatch ?? '*' },
    });
  },
});

export const WEB = `format: penstock/v2

sources:
  - name: web source
    type: tcp
    config:
      address: 127.0.0.1
      port: 20900
      maxLineBytes: 1048576
      longLines: dead_letter
      maxConnections: 1000
      permittedSenders: []
      tls: false
      tlsMinVersion: TLSv1.2

destinations:
  - name: web sink
    type: blackhole
    config:
      batch:
        maxEvents: 10000
        maxBytes: 8388608
        timeoutMs: 0
      buffer:
        mode: disk
        maxBytes: 268435456
        whenFull: block

pipelines:
  - name: web
    description: What the site says
    graph:
      - source: web source
        to:
          - Parse
      - transform: Parse
        type: parse_json
        notes: |-
          Two
          lines
        config:
          field: message
          keepOriginal: false
          onError: keep
        to:
          - web sink
`;
