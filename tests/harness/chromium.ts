import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

const found = (): string | undefined => {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names '${named}', which does not exist.`);
    return named;
  }
  return KNOWN_PATHS.find((path) => existsSync(path));
};

const MISSING =
  'No Chromium found, and it cannot be installed here. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.';

/**
 * Path of a Chromium for the browser tests: `CHROMIUM_PATH`, else the system's, else installed with apt
 * when the tests run as root.
 * @throws Error with what to do when there is none.
 */
export function chromiumPath(): string {
  const path = found();
  if (path !== undefined) return path;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(MISSING);
  console.log('Installing Chromium with apt-get …');
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update', '-qq');
    apt('install', '-y', '-qq', 'chromium');
  } catch (cause) {
    throw new Error(MISSING, { cause });
  }
  const installed = found();
  if (installed === undefined) throw new Error(MISSING);
  return installed;
}

/** Flags for a Chromium that runs as root in a container and asks nothing of the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
