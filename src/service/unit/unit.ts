import { join, resolve } from 'node:path';

export type Place = {
  /** The folder Penstock is installed in. */
  root: string;
  home: string;
  isRoot: boolean;
  environment: Readonly<Record<string, string | undefined>>;
};

export type UnitFiles = { unit: string; environment: string };

/** Of the whole system for root, else of the user. */
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

/** A percent sign begins a specifier. */
const escapeSpecifier = (text: string): string => text.replaceAll('%', '%%');

/** In commands a dollar sign begins a variable. */
const escapeVariable = (text: string): string => text.replaceAll('$', '$$$$');

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Writes the unit. Stopping waits longer than memory buffers drain; a service that was killed starts again
 * and its engines with it, as they end with the service.
 */
export function formatUnit(place: Place, files: UnitFiles, user: string | undefined): string {
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

/** The settings of now, for a file that only its owner can read; the data folder is always named. */
export function formatEnvironment(place: Place): string {
  const kept = Object.entries(place.environment).filter(
    ([name, value]) => name.startsWith('PENSTOCK_') && name !== 'PENSTOCK_DATA' && value !== undefined,
  );
  return [...kept, ['PENSTOCK_DATA', findDataFolder(place)]]
    .map(([name, value]) => `${name}=${quote(value ?? '')}\n`)
    .join('');
}
