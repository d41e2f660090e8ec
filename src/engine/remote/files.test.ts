import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ASSET_MAX_BYTES } from '../../contract/entities/asset.ts';
import type { PipelinePlan } from '../types/plan.ts';
import { AgentFiles } from './agent-files.ts';
import { type AskFile, sendFiles } from './send-files.ts';

let here = '';
let there = '';
let files: AgentFiles;
let orders: string[];
beforeEach(() => {
  here = mkdtempSync(join(tmpdir(), 'penstock-here-'));
  there = mkdtempSync(join(tmpdir(), 'penstock-there-'));
  files = new AgentFiles(there);
  orders = [];
});
afterEach(() => {
  for (const folder of [here, there]) rmSync(folder, { recursive: true, force: true });
});

const shaOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function planOf(contents: Record<string, Buffer>, disabled: string[] = []): PipelinePlan {
  const nodes = Object.entries(contents).map(([name, content], index) => {
    const path = join(here, `content-${index}`);
    writeFileSync(path, content);
    const file = { name, path, sha256: shaOf(content), sizeBytes: content.length };
    const id = `1${index}`;
    return {
      id,
      componentId: id,
      nodeType: 'TRANSFORM',
      name,
      templateId: 'lookup',
      config: {},
      files: { table: file },
    };
  });
  const metaInfo = Object.fromEntries(disabled.map((id) => [id, { disabled: true }]));
  return {
    pipelineId: '3',
    siteId: '4',
    name: 'web',
    graphVersion: 1,
    mode: 'run',
    nodes,
    edges: {},
    metaInfo,
  } as never;
}

const ask: AskFile = (order) => {
  orders.push(order.kind === 'file' ? 'file' : `part ${order.offset}`);
  if (order.kind === 'file') return files.has(order);
  return files.take(order, order.offset, Buffer.from(order.data, 'base64'));
};
const send = (plan: PipelinePlan, asked = ask) => sendFiles(plan, asked, undefined);
const storedFiles = () => readdirSync(join(there, 'files')).sort();

const LARGE = Buffer.from(Array.from({ length: 1_200_000 }, (_, at) => at % 251));

describe('files of a plan on their way to a remote engine', () => {
  test('are sent once in pieces, and stored by checksum for the owner', async () => {
    const plan = planOf({ 'hosts.csv': LARGE, 'again.csv': LARGE });
    await send(plan);
    expect(orders).toEqual(['file', 'part 0', 'part 524288', 'part 1048576']);
    expect(storedFiles()).toEqual([shaOf(LARGE)]);
    expect(statSync(join(there, 'files', shaOf(LARGE))).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(there, 'files', shaOf(LARGE)))).toEqual(LARGE);
    orders = [];
    await send(plan);
    expect(orders).toEqual(['file']);
  });

  test('resume after a lost connection, and after an engine restart', async () => {
    const plan = planOf({ 'hosts.csv': LARGE });
    const cut: AskFile = (order) => (orders.length === 2 ? Promise.reject(new Error('lost')) : ask(order));
    await expect(send(plan, cut)).rejects.toThrow('lost');
    [orders, files] = [[], new AgentFiles(there)];
    await send(plan);
    expect(orders).toEqual(['file', 'part 524288', 'part 1048576']);
    expect(readFileSync(join(there, 'files', shaOf(LARGE)))).toEqual(LARGE);
  });

  test('two plans that wait for one file both get it', async () => {
    const plan = planOf({ 'hosts.csv': LARGE });
    await Promise.all([send(plan), send(plan)]);
    expect(readFileSync(join(there, 'files', shaOf(LARGE)))).toEqual(LARGE);
  });

  test('disabled transforms and plans without files send nothing', async () => {
    await send(planOf({ 'hosts.csv': LARGE }, ['10']));
    expect(orders).toEqual([]);
  });

  test('damaged files are refused by node, and sent again later', async () => {
    const plan = planOf({ 'hosts.csv': LARGE });
    const bend: AskFile = (order) =>
      ask(
        order.kind === 'file'
          ? order
          : { ...order, data: Buffer.from(order.data, 'base64').fill(0).toString('base64') },
      );
    await expect(send(plan, bend)).rejects.toMatchObject({
      problem: { errorName: 'FileDamaged', nodeId: '10' },
    });
    expect(storedFiles()).toEqual([]);
    await send(plan);
    expect(storedFiles()).toEqual([shaOf(LARGE)]);
  });

  test('gone at the service they are named', async () => {
    const plan = planOf({ 'hosts.csv': LARGE });
    rmSync(join(here, 'content-0'));
    await expect(send(plan)).rejects.toThrow(
      "The file 'hosts.csv' is no longer on the machine of the service",
    );
  });
});

describe('what a remote engine keeps', () => {
  const hostile = ['../../../etc/passwd', '/etc/passwd', 'a'.repeat(5000), 'x\0y', '..', '', '名.csv'];

  test.each(hostile)('the name %j is part of no path', async (name) => {
    const plan = planOf({ [name]: Buffer.from('host\n') });
    await send(plan);
    const sha256 = shaOf(Buffer.from('host\n'));
    expect(storedFiles()).toEqual([sha256]);
    expect(files.placed(plan).nodes[0]?.files?.table).toMatchObject({
      name,
      path: join(there, 'files', sha256),
    });
    expect(readdirSync(there)).toEqual(['files']);
  });

  test.each(hostile)('nor is %j in the place of a checksum', async (sha256) => {
    await expect(files.has({ sha256, sizeBytes: 1 })).rejects.toThrow('its SHA-256 is missing');
    const plan = planOf({ x: Buffer.from('x') });
    const file = { ...plan.nodes[0]!.files!.table!, sha256 };
    const node = { ...plan.nodes[0]!, files: { table: file } };
    expect(() => files.placed({ ...plan, nodes: [node] })).toThrow('its SHA-256 is missing');
  });

  test('a file over the limit, or longer than announced, is refused', async () => {
    const sha256 = shaOf(LARGE);
    const sizeBytes = Math.max(...Object.values(ASSET_MAX_BYTES)) + 1;
    await expect(files.has({ sha256, sizeBytes })).rejects.toThrow('over the limit');
    await expect(files.has({ sha256, sizeBytes: -1 })).rejects.toThrow('over the limit');
    await expect(files.take({ sha256, sizeBytes: 3 }, 0, Buffer.from('four'))).rejects.toThrow(
      'more bytes arrived',
    );
  });

  test('other content is another file; unnamed ones go, transfers stay', async () => {
    const before = planOf({ 'hosts.csv': Buffer.from('host\na\n') });
    await send(before);
    await files.sweep([before]);
    const after = planOf({ 'hosts.csv': Buffer.from('host\nb\n') });
    await send(after);
    await files.sweep([before]);
    expect(storedFiles()).toHaveLength(2);
    await files.sweep([after]);
    expect(storedFiles()).toEqual([shaOf(Buffer.from('host\nb\n'))]);
  });
});
