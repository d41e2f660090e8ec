import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRequests, manage } from '../api/support/change-requests.ts';
import { WEB } from '../api/support/exchange.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type CommandLine, openCommandLine } from './support/command-line.ts';

let api: TestService;
let line: CommandLine;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-cli-request-'));
  api = await startService({ flags: ['gitOps', 'apiKeys'], filesFolder: join(folder, 'files') });
  line = await openCommandLine(api);
  await manage(api);
});
afterEach(async () => {
  await line.close();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => line.run(['import', '-', ...args], { input: WEB });
const readDraft = async () =>
  (await api.call('getChangesetDraft', { query: { siteId: api.siteId } })).body.changes;

describe('import on a site that Git manages [R1-32, R6-47]', () => {
  test('joins the draft, or is raised with it, and prints the plan', async () => {
    expect((await run()).note).toContain('raise a pull request from its editor, form, file or import');
    const collected = await run('--draft');
    expect(collected.out).toMatch(/create +pipeline +web/);
    expect(collected.note).toMatch(/Added to your draft, which has \d+ changes; nothing is stored/);
    const count = (await readDraft()).length;
    expect(count).toBeGreaterThan(1);
    const raised = await run('--raise', 'Begin with web');
    expect(raised.note).toContain('Raised as pull request');
    const [request] = await listRequests(api);
    expect(request.description).toBe('Begin with web');
    expect(request.pipelines.length + request.connections.length).toBe(count);
    expect(await readDraft()).toEqual([]);
  });

  test('a dry run asks for nothing, and two ways at once are refused', async () => {
    expect((await run('--dry-run', '--draft')).note).toContain('Nothing was changed');
    expect(await readDraft()).toEqual([]);
    expect(await run('--draft', '--raise', 'x')).toMatchObject({ exit: 2 });
  });
});
