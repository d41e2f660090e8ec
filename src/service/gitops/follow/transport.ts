import { isSshAddress } from '../../../contract/entities/git-address.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { createGitHttp, requestGit } from './http.ts';
import { RemoteProblem } from './problem.ts';
import { runOnServer, type SshAccess } from './ssh.ts';

export type GitProgram = 'git-upload-pack' | 'git-receive-pack';
export type RemoteRef = { ref: string; oid: string };

export type RemoteAccess = {
  repo: string;
  /** In clear, or empty. */
  token: string;
  ssh: SshAccess;
  signal?: AbortSignal | undefined;
};

/** Git's protocol with one request per exchange, so that HTTPS and SSH work alike. */
export type Transport = {
  credential: 'access token' | 'SSH key';
  /** @throws RemoteProblem */
  listRefs(program: GitProgram): Promise<RemoteRef[]>;
  /** @throws RemoteProblem */
  request(program: GitProgram, body: Buffer): Promise<Buffer>;
};

export const loadGit = () => import('isomorphic-git');

/** Wraps isomorphic-git's errors for invalid answers. */
export const toProblem = (error: unknown): RemoteProblem =>
  error instanceof RemoteProblem
    ? error
    : new RemoteProblem(
        `The repository cannot be read: ${getErrorMessage(error).split('\n')[0]?.slice(0, 200)}`,
        'Check that the address is that of a Git repository over HTTPS',
      );

export function readRefs(answer: Buffer): RemoteRef[] {
  const refs: RemoteRef[] = [];
  for (let at = 0; at + 4 <= answer.length; ) {
    const length = Number.parseInt(answer.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length) || length < 4) break;
    const [, oid, ref] =
      /^([0-9a-f]{40}) (refs\/[^\0\n]+)/.exec(answer.toString('utf8', at + 4, at + length)) ?? [];
    if (oid && ref) refs.push({ oid, ref });
    at += length;
  }
  return refs;
}

export function openTransport(access: RemoteAccess): Transport {
  const { repo, token, signal } = access;
  if (isSshAddress(repo))
    return {
      credential: 'SSH key',
      listRefs: async (program) => readRefs((await runOnServer(access, program)).refs),
      request: async (program, body) => (await runOnServer(access, program, body)).answer,
    };
  return {
    credential: 'access token',
    listRefs: async (program) => {
      const git = await loadGit();
      const http = createGitHttp(repo, token, signal);
      return git
        .listServerRefs({ http, url: repo, forPush: program === 'git-receive-pack', protocolVersion: 1 })
        .catch((error: unknown) => Promise.reject(toProblem(error)));
    },
    request: (program, body) => requestGit({ repo, token, signal }, program, body),
  };
}
