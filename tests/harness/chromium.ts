import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's headless package, and the full browser. On the same tests it takes a quarter less CPU. */
const HEADLESS = 'chromium-headless-shell';
const FULL = 'chromium';

const KNOWN_PATHS = [
  ...[HEADLESS, FULL].map((name) => `/usr/bin/${name}`),
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

const MISSING =
  'No Chromium found, and it cannot be installed here. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.';

/** What is looked at and changed of the system; tests hand in their own. */
export type System = {
  /** `CHROMIUM_PATH`. */
  named: string | undefined;
  exists: (path: string) => boolean;
  /** Undefined without root's rights or apt. @throws Error when apt fails */
  runApt: ((...args: string[]) => void) | undefined;
};

/** A mirror that does not answer must not hold tests up for apt's own two minutes. */
const APT_LIMITS = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];

const thisSystem = (): System => ({
  named: process.env.CHROMIUM_PATH,
  exists: existsSync,
  runApt:
    process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      ? (...args) => {
          execFileSync('apt-get', [...APT_LIMITS, ...args], {
            stdio: ['ignore', 'ignore', 'inherit'],
            env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
          });
        }
      : undefined,
});

function findChromium({ named, exists }: System): string | undefined {
  if (named === undefined || named === '') return KNOWN_PATHS.find(exists);
  if (!exists(named)) throw new Error(`CHROMIUM_PATH names '${named}', which does not exist.`);
  return named;
}

/** Removes no other package. @throws Error when apt fails */
function install(name: string, runApt: NonNullable<System['runApt']>): void {
  console.log(`Installing ${name} with apt-get …`);
  runApt('update');
  runApt('install', '-y', '--no-remove', name);
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, the system's, or installed with apt when running as root.
 * @throws Error with what to do when there is none
 */
export function getChromiumPath(system: System = thisSystem()): string {
  const path = findChromium(system);
  if (path !== undefined) return path;
  if (system.runApt === undefined) throw new Error(MISSING);
  const failures: unknown[] = [];
  for (const name of [HEADLESS, FULL])
    try {
      install(name, system.runApt);
      const installed = findChromium(system);
      if (installed !== undefined) return installed;
    } catch (failure) {
      failures.push(failure);
    }
  throw new Error(MISSING, { cause: failures });
}

/**
 * For all browser tests at once, which pay for an installation: the headless package also where another
 * Chromium is there, when it can be had.
 * @throws Error with what to do when there is no Chromium
 */
export function getLightChromiumPath(system: System = thisSystem()): string {
  const path = getChromiumPath(system);
  const isChosen = system.named !== undefined && system.named !== '';
  if (isChosen || path === KNOWN_PATHS[0] || system.runApt === undefined) return path;
  try {
    install(HEADLESS, system.runApt);
  } catch {
    console.log(`${HEADLESS} cannot be installed here: the tests run in ${path}, and take longer.`);
  }
  return getChromiumPath(system);
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
