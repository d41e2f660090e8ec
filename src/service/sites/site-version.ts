import type { Services } from '../services.ts';
import type { SiteRow } from '../store/schema.ts';

/** Of the site's engine; empty while the engine of a remote site never connected. */
export const readSiteVersion = (
  services: Pick<Services, 'remoteEngines' | 'version'>,
  row: SiteRow,
): string => services.remoteEngines.versionOf(row.id) ?? (row.engine === 'remote' ? '' : services.version);
