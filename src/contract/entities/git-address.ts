export type SshAddress = {
  user: string;
  host: string;
  port: number;
  /** Without a leading slash, relative to the user's home. */
  path: string;
};

const SSH_PORT = 22;
const PORT_MAX = 65_535;
const SCHEME = 'ssh://';
/** No part can be read as an option, or as several shell words. */
const USER = '[A-Za-z0-9_][\\w.-]*';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const LITERAL = '\\[[0-9A-Fa-f:.]+\\]';
const PATH = '[\\w.+@~/-]+';

const URL_FORM = new RegExp(`^ssh://(?:(${USER})@)?(${HOST}|${LITERAL})(?::(\\d{1,5}))?/(${PATH})$`);
const SHORT_FORM = new RegExp(`^(${USER})@(${HOST}):(${PATH})$`);

/** Looks like SSH: `ssh://…` or `git@host:path`. */
export const isSshAddress = (text: string): boolean =>
  text.startsWith(SCHEME) || /^[^/:\s]+@[^/:\s]+:/.test(text);

/** Undefined for other addresses, or ones with an unsafe part. */
export function parseSshAddress(text: string): SshAddress | undefined {
  const [, shortUser, shortHost, shortPath] = SHORT_FORM.exec(text) ?? [];
  if (shortUser && shortHost && shortPath && !shortPath.startsWith('-'))
    return { user: shortUser, host: shortHost.toLowerCase(), port: SSH_PORT, path: shortPath };
  const [, user = 'git', host, port = String(SSH_PORT), path] = URL_FORM.exec(text) ?? [];
  if (!host || !path || Number(port) < 1 || Number(port) > PORT_MAX) return undefined;
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return { user, host: bare, port: Number(port), path: path.startsWith('~') ? path : `/${path}` };
}

/** The server that tokens and host keys are bound to; empty without one. */
export function serverOf(repo: string): string {
  const ssh = parseSshAddress(repo);
  return ssh
    ? `ssh://${ssh.host.includes(':') ? `[${ssh.host}]` : ssh.host}:${ssh.port}`
    : (URL.parse(repo)?.origin ?? '');
}
