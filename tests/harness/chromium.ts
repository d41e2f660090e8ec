import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian packages, best first: the headless one takes a quarter less CPU. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const KNOWN_PATHS = [
  ...PACKAGES.map((name) => `/usr/bin/${name}`),
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

const findChromium = (): string | undefined => {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names '${named}', which does not exist.`);
    return named;
  }
  return KNOWN_PATHS.find((path) => existsSync(path));
};

const MISSING =
  'No Chromium found, and it cannot be installed here. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.';

/**
 * Finds Chromium: `CHROMIUM_PATH`, the system's, or installed with apt when running as root.
 * @throws Error with what to do when there is none
 */
export function getChromiumPath(): string {
  const path = findChromium();
  if (path !== undefined) return path;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(MISSING);
  const runApt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const failures: unknown[] = [];
  for (const name of PACKAGES)
    try {
      console.log(`Installing ${name} with apt-get …`);
      if (failures.length === 0) runApt('update', '-qq');
      runApt('install', '-y', '-qq', name);
      const installed = findChromium();
      if (installed !== undefined) return installed;
    } catch (failure) {
      failures.push(failure);
    }
  throw new Error(MISSING, { cause: failures });
}

/** For Chromium as root in a container, without network requests of its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
