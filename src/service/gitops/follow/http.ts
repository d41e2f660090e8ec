import http from 'node:http';
import https from 'node:https';
import type { HttpClient } from 'isomorphic-git';
import { getErrorMessage } from '../../../contract/values.ts';
import { literalRefusal } from '../../../engine/components/catalogue.ts';
import { safeLookup } from '../../auth/provider-fetch.ts';
import { RemoteProblem } from './problem.ts';

const ANSWER_MS = 60_000;
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
/** Any name works; providers only check the token. */
const USER = 'x-access-token';

const ALLOW = 'Correct the address, or start the service with PENSTOCK_ALLOW_TARGETS naming it';
const WORDS: Record<string, [problem: string, advice: string]> = {
  ECONNREFUSED: ['refused the connection', 'Start the Git server, or correct the address'],
  ENOTFOUND: ['cannot be found: its name does not resolve', 'Correct the address'],
  EAI_AGAIN: ['could not be looked up', 'Check DNS on the machine of the service'],
  ECONNRESET: ['closed the connection', 'Check the logs of the Git server'],
};

function toProblem(error: unknown, host: string): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  const { name, code } = error as { name?: string; code?: unknown };
  const away = (problem: string, advice: string) => new RemoteProblem(`${host} ${problem}`, advice, true);
  if (name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'ABORT_ERR')
    return away(`did not answer in ${ANSWER_MS / 1000} s`, 'Check that the Git server runs and is reachable');
  const words = typeof code === 'string' ? WORDS[code] : undefined;
  if (words) return away(...words);
  if (typeof code === 'string' && /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/.test(code))
    return away(
      `has a certificate that is not trusted: ${getErrorMessage(error)}`,
      'Name the authority in NODE_EXTRA_CA_CERTS of the service, or renew the certificate',
    );
  const message = getErrorMessage(error);
  return message.includes(' is refused: ')
    ? new RemoteProblem(message, ALLOW)
    : away(`could not be read: ${message}`, 'Check the logs of the Git server');
}

/** @throws RemoteProblem unless a Git server answered */
function requireAccepted(status: number, { host, href }: URL, hasToken: boolean): void {
  if (status === 200) return;
  const may = href.includes('git-receive-pack') ? 'may write to the repository' : 'may read the repository';
  if (status === 401 || status === 403)
    throw new RemoteProblem(
      `${host} answered ${status}: it does not take ${hasToken ? 'the access token' : 'requests without an access token'}`,
      `Give ${hasToken ? 'another' : 'an'} access token that ${may}`,
    );
  if (status === 404)
    throw new RemoteProblem(
      `${host} answered 404: there is no such repository, or the access token may not read it`,
      `Correct the repository URL, or give a token that ${may}`,
    );
  if (status >= 300 && status < 400)
    throw new RemoteProblem(`${host} answered ${status}: the repository has moved`, 'Enter its new address');
  throw new RemoteProblem(`${host} answered ${status}`, 'Check the Git server', status >= 500);
}

type Asked = {
  method: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal | undefined;
};

/**
 * Requests a Git server: checks the address on connecting, follows no redirects, ends at 64 MiB and a minute.
 * @throws RemoteProblem
 */
async function request(
  address: string,
  token: string,
  { method, headers, body, signal }: Asked,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const url = new URL(address);
  const refusal = literalRefusal(url.hostname);
  if (refusal) throw new RemoteProblem(`${url.hostname} is refused: ${refusal}`, ALLOW);
  const authorization = Buffer.from(`${USER}:${token}`).toString('base64');
  const { request: send } = url.protocol === 'https:' ? https : http;
  try {
    const answer = await new Promise<http.IncomingMessage>((done, refuse) => {
      const sent = send(
        url,
        {
          method,
          headers: {
            ...headers,
            'user-agent': 'git/penstock',
            ...(token === '' ? {} : { authorization: `Basic ${authorization}` }),
          },
          lookup: safeLookup,
          agent: false,
          signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])]),
        },
        done,
      );
      sent.on('error', refuse);
      sent.end(body.length === 0 ? undefined : body);
    });
    const status = answer.statusCode ?? 502;
    if (status !== 200) answer.destroy();
    requireAccepted(status, url, token !== '');
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > ANSWER_MAX_BYTES)
        throw new RemoteProblem(
          `${url.host} sent more than ${ANSWER_MAX_BYTES / 1024 / 1024} MiB`,
          'Follow a repository that holds definitions alone',
        );
      parts.push(part);
    }
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { headers: Object.fromEntries(named), body: Buffer.concat(parts) };
  } catch (error) {
    throw toProblem(error, url.host);
  }
}

/** @throws RemoteProblem */
export async function requestGit(
  { repo, token, signal }: { repo: string; token: string; signal?: AbortSignal | undefined },
  program: 'git-upload-pack' | 'git-receive-pack',
  body: Buffer,
): Promise<Buffer> {
  const type = `application/x-${program}`;
  const headers = { 'content-type': `${type}-request`, accept: `${type}-result` };
  return (await request(`${repo}/${program}`, token, { method: 'POST', headers, body, signal })).body;
}

/** HTTP client for isomorphic-git; the token goes only to the repository's origin. */
export function createGitHttp(repository: string, token: string, signal?: AbortSignal): HttpClient {
  const { origin } = new URL(repository);
  return {
    request: async ({ url, method = 'GET', headers = {} }) => {
      const isOwn = new URL(url).origin === origin;
      const answer = await request(url, isOwn ? token : '', {
        method,
        headers,
        body: Buffer.alloc(0),
        signal,
      });
      return {
        url,
        method,
        statusCode: 200,
        statusMessage: 'OK',
        headers: answer.headers,
        body: (async function* () {
          yield answer.body;
        })(),
      };
    },
  };
}
