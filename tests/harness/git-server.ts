import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import git, { type TreeEntry } from 'isomorphic-git';
import { diskFiles } from '../../src/service/gitops/files.ts';

const FLUSH = '0000';
const packet = (text: string | Buffer): Buffer => {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body]);
};
const NOTHING = '0'.repeat(40);
const BAND_BYTES = 60_000;

type Entry = string | { mode: '120000' | '160000' | '100755'; oid?: string; text?: string };
export type Files = Readonly<Record<string, Entry>>;

export type GitServer = {
  url: string;
  requests: string[];
  /** What it answers in place of its own answer. */
  answerWith: (answer: { status: number; body?: Buffer } | undefined) => void;
  /** The next fetch waits for its objects until what is returned is called. */
  holdNextFetch: () => () => void;
  /** What it answers to whoever asks whether they may push. */
  refuseWriters: (status: number) => void;
  requireToken: (token: string) => void;
  /** @param parent none for a history that begins anew; the head of the branch when left out */
  push(files: Files, more?: { branch?: string; message?: string; parent?: string | null }): Promise<string>;
  deleteBranch(name: string): Promise<void>;
  readBranch(name: string): Promise<string | undefined>;
  listBranches(): Promise<string[]>;
  /** Text of a file on a branch; undefined where it is not there. */
  readFile(branch: string, path: string): Promise<string | undefined>;
  readCommit(branch: string): Promise<{ message: string; author: string; parents: string[] }>;
  /** Merges a branch into main with a merge commit, as a provider does. @param isSquashed one commit of its own */
  merge(branch: string, isSquashed?: boolean): Promise<string>;
  /** What it answers to pushes of the branch in place of taking them. */
  refusePush: (refusal: string | undefined) => void;
  stop(): Promise<void>;
};

/** All objects that a commit leads to. */
async function listObjects(
  place: { fs: typeof diskFiles; gitdir: string },
  commit: string,
): Promise<string[]> {
  const found = new Set<string>();
  const walkTree = async (oid: string): Promise<void> => {
    if (found.has(oid)) return;
    found.add(oid);
    const { tree } = await git.readTree({ ...place, oid });
    for (const entry of tree) {
      if (entry.type === 'tree') await walkTree(entry.oid);
      else if (entry.type === 'blob') found.add(entry.oid);
    }
  };
  const waiting = [commit];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (found.has(oid)) continue;
    found.add(oid);
    const { commit: read } = await git.readCommit({ ...place, oid });
    await walkTree(read.tree);
    waiting.push(...read.parent);
  }
  return [...found];
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Serves one repository by Git's smart HTTP, and needs no `git` program. */
export async function startGitServer(folder: string): Promise<GitServer> {
  const gitdir = join(folder, 'served.git');
  const place = { fs: diskFiles, gitdir };
  await git.init({ fs: diskFiles, dir: gitdir, gitdir, bare: true, defaultBranch: 'main' });
  const requests: string[] = [];
  let forced: { status: number; body?: Buffer } | undefined;
  let token = '';
  let writerStatus: number | undefined;
  let pushRefusal: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  const readBranch = (name: string) =>
    git.resolveRef({ ...place, ref: `refs/heads/${name}` }).catch(() => undefined);

  const advertise = async (service: string): Promise<Buffer> => {
    const names = await git.listBranches(place);
    const refs = await Promise.all(
      names.map(async (name) => `${await git.resolveRef({ ...place, ref: name })} refs/heads/${name}`),
    );
    const capabilities =
      service === 'git-upload-pack' ? 'side-band-64k ofs-delta agent=fixture' : 'report-status delete-refs';
    const lines =
      refs.length === 0
        ? [`${'0'.repeat(40)} capabilities^{}\0${capabilities}\n`]
        : refs.map((ref, at) => `${ref}${at === 0 ? `\0${capabilities}` : ''}\n`);
    return Buffer.concat([
      packet(`# service=${service}\n`),
      Buffer.from(FLUSH),
      ...lines.map(packet),
      Buffer.from(FLUSH),
    ]);
  };
  const send = async (asked: string): Promise<Buffer> => {
    const [, want = ''] = /want ([0-9a-f]{40})/.exec(asked) ?? [];
    const { packfile } = await git.packObjects({ ...place, oids: await listObjects(place, want) });
    const pack = Buffer.from(packfile ?? []);
    const parts: Buffer[] = [packet('NAK\n')];
    for (let at = 0; at < pack.length; at += BAND_BYTES)
      parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + BAND_BYTES)])));
    return Buffer.concat([...parts, Buffer.from(FLUSH)]);
  };
  const receive = async (asked: Buffer): Promise<Buffer> => {
    const length = Number.parseInt(asked.toString('latin1', 0, 4), 16);
    const command = asked.toString('latin1', 4, length).split('\0')[0] ?? '';
    const [from = '', to = '', ref = ''] = command.split(' ');
    const report = (line: string) => Buffer.concat([packet('unpack ok\n'), packet(line), Buffer.from(FLUSH)]);
    if (pushRefusal !== undefined) return report(`ng ${ref} ${pushRefusal}\n`);
    const at = (await git.resolveRef({ ...place, ref }).catch(() => undefined)) ?? NOTHING;
    if (at !== from) return report(`ng ${ref} fetch first\n`);
    if (to === NOTHING) {
      await git.deleteRef({ ...place, ref });
      return report(`ok ${ref}\n`);
    }
    const name = `pack-${to}.pack`;
    await mkdir(join(gitdir, 'objects', 'pack'), { recursive: true });
    await writeFile(join(gitdir, 'objects', 'pack', name), asked.subarray(length + FLUSH.length));
    await git.indexPack({ ...place, dir: gitdir, filepath: `objects/pack/${name}` });
    // All of it has to be here, as Git checks.
    await listObjects(place, to);
    await git.writeRef({ ...place, ref, value: to, force: true });
    return report(`ok ${ref}\n`);
  };
  let held: Promise<void> | undefined;
  const server: Server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64');
    if (token !== '' && !basic.toString().endsWith(`:${token}`)) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end('no');
      return;
    }
    const body = await readBody(request);
    if (writerStatus && request.url?.includes('git-receive-pack')) {
      response.writeHead(writerStatus).end();
      return;
    }
    if (forced && (forced.status !== 200 || request.method === 'POST')) {
      response.writeHead(forced.status, { location: 'http://127.0.0.1:1/' }).end(forced.body);
      return;
    }
    const isPost = request.method === 'POST';
    const service = request.url?.includes('git-receive-pack') ? 'git-receive-pack' : 'git-upload-pack';
    const make = () => {
      if (!isPost) return advertise(service);
      return service === 'git-receive-pack' ? receive(body) : send(body.toString('latin1'));
    };
    if (isPost && service === 'git-upload-pack' && held) {
      const wait = held;
      held = undefined;
      await wait;
    }
    // A branch is not whole while it is written.
    const answer = await inTurn(make).catch(() => undefined);
    if (!answer) {
      response.writeHead(500).end();
      return;
    }
    const type = `application/x-${service}-${isPost ? 'result' : 'advertisement'}`;
    response.writeHead(200, { 'content-type': type }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  const toEntry = async (path: string, entry: Entry): Promise<TreeEntry> => {
    const { mode, text = '', oid } = typeof entry === 'string' ? { mode: '100644', text: entry } : entry;
    if (mode === '160000') return { mode, path, oid: oid ?? 'a'.repeat(40), type: 'commit' };
    return { mode, path, type: 'blob', oid: await git.writeBlob({ ...place, blob: Buffer.from(text) }) };
  };
  const writeTree = async (files: [string[], Entry][]): Promise<string> => {
    const tree: TreeEntry[] = [];
    for (const [name, inside] of Map.groupBy(files, ([[first = '']]) => first)) {
      const [own] = inside;
      if (own && own[0].length === 1) tree.push(await toEntry(name, own[1]));
      else {
        const oid = await writeTree(inside.map(([[, ...rest], entry]) => [rest, entry]));
        tree.push({ mode: '040000', path: name, type: 'tree', oid });
      }
    }
    return git.writeTree({ ...place, tree });
  };
  return {
    url: `http://127.0.0.1:${port}/team/pipelines.git`,
    requests,
    answerWith: (answer) => {
      forced = answer;
    },
    holdNextFetch: () => {
      let release: () => void = () => undefined;
      held = new Promise((done) => {
        release = done;
      });
      return () => release();
    },
    refuseWriters: (status) => {
      writerStatus = status;
    },
    requireToken: (given) => {
      token = given;
    },
    push: async (files, { branch = 'main', message = 'Change', parent } = {}) => {
      const ref = `refs/heads/${branch}`;
      const head = await git.resolveRef({ ...place, ref }).catch(() => undefined);
      const tree = await writeTree(Object.entries(files).map(([path, entry]) => [path.split('/'), entry]));
      const by = { name: 'Ann', email: 'ann@example.org', timestamp: 1_700_000_000, timezoneOffset: 0 };
      const from = parent === undefined ? head : (parent ?? undefined);
      const commit = await git.writeCommit({
        ...place,
        commit: { message, tree, parent: from ? [from] : [], author: by, committer: by },
      });
      await git.writeRef({ ...place, ref, value: commit, force: true });
      return commit;
    },
    readBranch,
    listBranches: async () => (await git.listBranches(place)).sort(),
    readFile: async (branch, path) => {
      const oid = (await readBranch(branch)) ?? '';
      const found = await git.readBlob({ ...place, oid, filepath: path }).catch(() => undefined);
      return found && Buffer.from(found.blob).toString();
    },
    readCommit: async (branch) => {
      const { commit } = await git.readCommit({ ...place, oid: (await readBranch(branch)) ?? '' });
      return { message: commit.message, author: commit.author.email, parents: commit.parent };
    },
    merge: async (branch, isSquashed = false) => {
      const [main = '', head = ''] = [await readBranch('main'), await readBranch(branch)];
      const { commit } = await git.readCommit({ ...place, oid: head });
      const by = { name: 'Ann', email: 'ann@example.org', timestamp: 1_700_000_100, timezoneOffset: 0 };
      const parent = isSquashed ? [main] : [main, head];
      const facts = { message: `Merge ${branch}`, tree: commit.tree, parent, author: by, committer: by };
      const merged = await git.writeCommit({ ...place, commit: facts });
      await git.writeRef({ ...place, ref: 'refs/heads/main', value: merged, force: true });
      return merged;
    },
    refusePush: (refusal) => {
      pushRefusal = refusal;
    },
    deleteBranch: (name) => git.deleteBranch({ ...place, ref: name }),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
