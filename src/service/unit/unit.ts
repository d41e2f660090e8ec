import { join, resolve } from 'node:path';

export type Place = {
  root: string;
  home: string;
  isRoot: boolean;
  environment: Readonly<Record<string, string | undefined>>;
};

export type UnitFiles = { unit: string; environment: string };

/** A wrong call of the installer, to be shown. */
export class UnitError extends Error {}

/** System-wide for root, else the user's. */
export function findUnitFiles({ home, isRoot, environment }: Place): UnitFiles {
  if (isRoot)
    return { unit: '/etc/systemd/system/penstock.service', environment: '/etc/penstock/service.env' };
  const config = environment.XDG_CONFIG_HOME || join(home, '.config');
  return {
    unit: join(config, 'systemd/user/penstock.service'),
    environment: join(config, 'penstock/service.env'),
  };
}

export const findDataFolder = ({ root, environment }: Place): string =>
  resolve(root, environment.PENSTOCK_DATA || '.penstock');

/**
 * A percent sign begins a specifier
 * ([systemd.unit](https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html#Specifiers)).
 */
const escapeSpecifier = (text: string): string => text.replaceAll('%', '%%');

/** In commands a dollar sign begins a variable. */
const escapeVariable = (text: string): string => text.replaceAll('$', '$$$$');

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * A line end would begin another setting, a final backslash join two, and spaces around a path are cut.
 * @throws UnitError
 */
function requirePlainPath(what: string, path: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f]|\\$|^\s|\s$/.test(path))
    throw new UnitError(
      `${what} ${JSON.stringify(path)} cannot be used in a systemd unit: rename it, without line ends or other control characters, and without a space or backslash at its end`,
    );
}

/**
 * Writes the unit. Its stop timeout exceeds the draining of buffers; a killed service restarts with its
 * engines, which end with it.
 * @throws UnitError for an invalid path or user
 */
export function formatUnit(place: Place, files: UnitFiles, user: string | undefined): string {
  requirePlainPath('The folder', place.root);
  requirePlainPath('The settings file', files.environment);
  if (user !== undefined && !/^[a-z_][\w.-]*\$?$/i.test(user))
    throw new UnitError(`${JSON.stringify(user)} is not a user name`);
  const root = escapeSpecifier(place.root);
  const command = ['node_modules/.bin/node', 'src/service/start.ts'].map((path) =>
    quote(escapeVariable(`${root}/${path}`)),
  );
  return `[Unit]
Description=Penstock
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
${user === undefined ? '' : `User=${user}\n`}WorkingDirectory=${root}
EnvironmentFile=${escapeSpecifier(files.environment)}
ExecStart=${command.join(' ')}
Restart=always
RestartSec=1
KillMode=mixed
TimeoutStopSec=45
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=${place.isRoot ? 'multi-user.target' : 'default.target'}
`;
}

/** Current settings, for a file only its owner can read; always names the data folder. */
export function formatEnvironment(place: Place): string {
  const kept = Object.entries(place.environment).filter(
    ([name, value]) => name.startsWith('PENSTOCK_') && name !== 'PENSTOCK_DATA' && value !== undefined,
  );
  return [...kept, ['PENSTOCK_DATA', findDataFolder(place)]]
    .map(([name, value]) => `${name}=${quote(value ?? '')}\n`)
    .join('');
}
