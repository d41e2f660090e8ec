import { parseSshAddress } from '../../../contract/entities/git-address.ts';
import type { RequestProvider } from '../../../contract/entities/git-providers.ts';
import { createGitea } from './gitea.ts';
import { createGitHub } from './github.ts';
import { createGitLab } from './gitlab.ts';
import type { Provider, ProviderAddress } from './port.ts';

export type ProviderSettings = {
  kind: RequestProvider;
  api: string;
};

const CREATE = { GITHUB: createGitHub, GITLAB: createGitLab, GITEA: createGitea } as const;
const VERSIONS = { GITHUB: '/api/v3', GITLAB: '/api/v4', GITEA: '/api/v1' } as const;
const GITHUB_HOST = 'github.com';
const GITHUB_API = 'https://api.github.com';

/** Usual API address: the repository's host over HTTPS. */
export function findApi(kind: RequestProvider, repo: string): string {
  const ssh = parseSshAddress(repo);
  const url = URL.parse(repo);
  const host = ssh?.host ?? url?.hostname ?? '';
  if (kind === 'GITHUB' && host === GITHUB_HOST) return GITHUB_API;
  const origin = ssh ? `https://${ssh.host.includes(':') ? `[${ssh.host}]` : ssh.host}` : (url?.origin ?? '');
  return `${origin}${VERSIONS[kind]}`;
}

/** Undefined unless it names a provider's repository. */
export function readProviderAddress(
  { kind, api: given }: ProviderSettings,
  repo: string,
  token: string,
): ProviderAddress | undefined {
  const api = (given || findApi(kind, repo)).replace(/\/+$/, '');
  const path = parseSshAddress(repo)?.path ?? URL.parse(repo)?.pathname ?? '';
  // A provider at a subpath has its repositories below it too.
  const below = (URL.parse(api)?.pathname ?? '').replace(/\/api\/v\d+$/, '');
  const parts = (
    below !== '' && below !== '/' && path.startsWith(`${below}/`) ? path.slice(below.length) : path
  )
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => decodeURIComponent(part));
  const [owner] = parts;
  if (owner === undefined || parts.length < 2 || (kind !== 'GITLAB' && parts.length !== 2)) return undefined;
  const project =
    kind === 'GITLAB' ? encodeURIComponent(parts.join('/')) : parts.map(encodeURIComponent).join('/');
  return { api, title: parts.join('/'), project, owner, token };
}

export function openProvider(settings: ProviderSettings, repo: string, token: string): Provider | undefined {
  const address = token === '' ? undefined : readProviderAddress(settings, repo, token);
  return address && CREATE[settings.kind](address);
}
