import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { findUnitFiles, formatEnvironment, formatUnit, type Place } from './unit.ts';

const makePlace = (root: string, isRoot: boolean): Place => ({
  root,
  home: '/home/amy',
  isRoot,
  environment: { PENSTOCK_PORT: '4700', PENSTOCK_SECRET_KEY: 'a"b\\c', PATH: '/bin' },
});

it('the unit of root is of the system, another one of the user', () => {
  expect(findUnitFiles(makePlace('/opt/penstock', true)).unit).toBe('/etc/systemd/system/penstock.service');
  expect(findUnitFiles(makePlace('/opt/penstock', false)).unit).toBe(
    '/home/amy/.config/systemd/user/penstock.service',
  );
});

it('settings of the moment are kept with the data folder, others are not', () => {
  expect(formatEnvironment(makePlace('/opt/penstock', true))).toBe(
    'PENSTOCK_PORT="4700"\nPENSTOCK_SECRET_KEY="a\\"b\\\\c"\nPENSTOCK_DATA="/opt/penstock/.penstock"\n',
  );
});

it('signs in the path of the installation stay as they are', () => {
  const place = makePlace('/opt/50% $HOME', true);
  expect(formatUnit(place, findUnitFiles(place), 'penstock')).toContain(
    'ExecStart="/opt/50%% $$HOME/node_modules/.bin/node" "/opt/50%% $$HOME/src/service/start.ts"',
  );
});

it.each(['/opt/a\nExecStartPre=/bin/rm', '/opt/a\\', '/opt/a '])('a folder %j is refused', (root) => {
  const place = makePlace(root, true);
  expect(() => formatUnit(place, findUnitFiles(place), 'penstock')).toThrow(
    'cannot be used in a systemd unit',
  );
});

it('a user name with a line end is refused', () => {
  const place = makePlace('/opt/penstock', true);
  expect(() => formatUnit(place, findUnitFiles(place), 'penstock\nExecStartPre=/bin/rm')).toThrow(
    'not a user name',
  );
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd).each([true, false])('systemd takes the unit (root: %s)', (asRoot) => {
  const place = makePlace(join(import.meta.dirname, '../../..'), asRoot);
  const folder = makeTempFolder();
  const file = join(folder, 'penstock.service');
  writeFileSync(file, formatUnit(place, findUnitFiles(place), asRoot ? 'root' : undefined));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('penstock.service'))).toEqual([]);
  expect(status).toBe(0);
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** Root's folders may be closed to others. */
const canRunAsUser =
  spawnSync(process.execPath, ['--check', join(import.meta.dirname, 'start.ts')], asUser).status === 0;

/** Only the command, with packages that `npm ci` replaces. */
function makeInstallation(home: string) {
  const root = join(home, 'penstock');
  const unit = join(root, 'src/service/unit');
  cpSync(import.meta.dirname, unit, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/version'), 'old');
  if (isRoot) for (const path of [home, root, join(root, 'node_modules')]) chownSync(path, NOBODY, NOBODY);
  return { start: join(unit, 'start.ts'), root, version: join(root, 'node_modules/version') };
}

it.skipIf(!canRunAsUser)('install, status, upgrade and uninstall as a user', () => {
  const home = makeTempFolder();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const { start: command, root, version } = makeInstallation(home);
  for (const [name, end] of [
    ['systemctl', ''],
    ['npm', `mkdir node_modules && echo new > node_modules/version && test ! -e ${home}/broken`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" >> ${home}/calls\n${end}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const run = (what: string) =>
    spawnSync(process.execPath, [command, what], {
      encoding: 'utf8',
      ...asUser,
      env: { HOME: home, PATH: `${bin}${delimiter}${process.env.PATH}`, PENSTOCK_DATA: join(home, 'data') },
    });
  expect(run('status').stderr).toContain('There is no unit');
  const installed = run('install');
  expect(installed.status).toBe(0);
  expect(installed.stdout).toMatch(/was started.*\n.*status' tells whether it runs/);
  // The service may not create it in another user's installation.
  expect(existsSync(join(root, '.build'))).toBe(true);
  const unit = join(home, '.config/systemd/user/penstock.service');
  expect(readFileSync(unit, 'utf8')).toContain('Restart=always');
  expect(statSync(join(home, '.config/penstock/service.env')).mode & 0o777).toBe(0o600);
  expect(run('upgrade').status).toBe(0);
  expect(readFileSync(version, 'utf8')).toBe('new\n');
  writeFileSync(version, 'newer');
  writeFileSync(join(home, 'broken'), '');
  const broken = run('upgrade');
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain("'npm ci' ended with 1");
  expect(readFileSync(version, 'utf8')).toBe('newer');
  expect(existsSync(join(root, '.upgrade'))).toBe(false);
  expect(run('uninstall').status).toBe(0);
  expect(existsSync(unit)).toBe(false);
  expect(existsSync(join(home, 'data'))).toBe(true);
  const calls = readFileSync(join(home, 'calls'), 'utf8').split('\n');
  const [stop, start] = ['stop', 'start'].map((what) => `systemctl --user ${what} penstock.service`);
  expect(calls).toContain('systemctl --user enable --now penstock.service');
  // Packages come while it runs; without them it is not stopped.
  expect(calls.slice(2, 6)).toEqual(['npm ci', stop, start, 'npm ci']);
  expect(calls[6]).toContain('disable --now');
});
