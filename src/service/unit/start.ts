import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stagePackages } from './packages.ts';
import {
  findDataFolder,
  findUnitFiles,
  formatEnvironment,
  formatUnit,
  type Place,
  UnitError,
} from './unit.ts';

const HELP = `npm run service -- COMMAND

  install [--user NAME]  writes a systemd unit and starts it; as root for the whole system, as NAME
  status                 what systemd says of it
  upgrade                installs packages, stops it, starts it with them; the data folder stays
  uninstall              stops it and removes the unit; settings and data folder stay

Settings are the PENSTOCK_ variables of the moment of install; they are kept in a file of their own.
`;

const place: Place = {
  root: resolve(import.meta.dirname, '../../..'),
  home: homedir(),
  isRoot: process.getuid?.() === 0,
  environment: process.env,
};
const files = findUnitFiles(place);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** @throws UnitError when the command cannot be run or fails */
function run(command: string, args: readonly string[], cwd = place.root): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error)
    throw new UnitError(`${command} cannot be run (${error.message}); is this a system with systemd?`);
  if (status !== 0)
    throw new UnitError(`'${[command, ...args].join(' ')}' ended with ${status}; see its message above`);
}

const systemctl = (...args: string[]) => run('systemctl', place.isRoot ? args : ['--user', ...args]);

function requireUnit(): void {
  if (!existsSync(files.unit))
    throw new UnitError(`There is no unit at ${files.unit}; install it with 'npm run service -- install'`);
}

/** User and group ids by name. @throws UnitError */
function findUser(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new UnitError(`There is no user '${name}'; add it with 'useradd --system ${name}'`);
  return { uid: Number(uid), gid: Number(gid) };
}

function install(user: string | undefined): void {
  if (place.isRoot && user === undefined)
    throw new UnitError('As root, say which user the service runs as: install --user NAME');
  if (!place.isRoot && user !== undefined)
    throw new UnitError('Only root can install for another user; leave --user out');
  const owner = user === undefined ? undefined : findUser(user);
  const unit = formatUnit(place, files, user);
  for (const file of Object.values(files)) mkdirSync(dirname(file), { recursive: true });
  const data = findDataFolder(place);
  for (const folder of [data, join(place.root, '.build')]) {
    if (existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  }
  writeFileSync(files.environment, formatEnvironment(place), { mode: 0o600 });
  chmodSync(files.environment, 0o600);
  writeFileSync(files.unit, unit, { mode: 0o644 });
  systemctl('daemon-reload');
  systemctl('enable', '--now', 'penstock.service');
  say(`Penstock was started. Unit: ${files.unit}. Settings: ${files.environment}. Data: ${data}.`);
  say("'npm run service -- status' tells whether it runs.");
  if (!place.isRoot) say("It ends when you log out, unless 'loginctl enable-linger' was run once.");
}

function uninstall(): void {
  requireUnit();
  systemctl('disable', '--now', 'penstock.service');
  rmSync(files.unit);
  systemctl('daemon-reload');
  say(`The unit was removed. Settings (${files.environment}) and data folder stay.`);
}

function upgrade(): void {
  requireUnit();
  const packages = stagePackages(place.root, (folder) => run('npm', ['ci'], folder));
  systemctl('stop', 'penstock.service');
  try {
    packages.swap();
  } finally {
    systemctl('start', 'penstock.service');
  }
  packages.remove();
  say('Penstock was upgraded. Its database is brought up to date while it starts.');
}

try {
  const [command, ...rest] = process.argv.slice(2);
  const [option, user, ...more] = rest;
  const takesUser = command === 'install' && option === '--user' && user !== undefined && more.length === 0;
  if (rest.length > 0 && !takesUser) throw new UnitError(`'${rest.join(' ')}' is not known.\n\n${HELP}`);
  if (command === 'install') install(user);
  else if (command === 'uninstall') uninstall();
  else if (command === 'upgrade') upgrade();
  else if (command === 'status') {
    requireUnit();
    systemctl('status', '--no-pager', 'penstock.service');
  } else throw new UnitError(HELP);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
