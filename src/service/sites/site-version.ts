import type { Services } from '../services.ts';
import type { SiteRow } from '../store/schema.ts';

/** Empty while a remote engine never connected. */
export const readSiteVersion = (
  services: Pick<Services, 'remoteEngines' | 'version'>,
  row: SiteRow,
): string => services.remoteEngines.versionOf(row.id) ?? (row.engine === 'remote' ? '' : services.version);
