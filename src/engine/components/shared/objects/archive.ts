import { Columns } from '../parquet/columns.ts';

/**
 * How archives of sources lie in a destination (src/docs/archive.md): the folder of a source begins with its
 * id, below it stand year, month, day and hour of receipt in UTC.
 */
export const ARCHIVE_FOLDER = `source=\${sourceId}-\${source}/year=%Y/month=%m/day=%d/hour=%H`;
export const ARCHIVE_TIME = 'received';

/** Columns of archived events: every file has the same. */
export const archiveColumns = (): Columns =>
  new Columns({ received: 'time', source: 'text', sourceId: 'text', message: 'text', event: 'text' });

/** The part of a folder template before what differs from object to object. */
export const fixedPart = (template: string): string => {
  const varying = template.search(/[%$]/);
  if (varying < 0) return template.replaceAll(/^\/+|\/+$/g, '');
  return template.slice(0, Math.max(0, template.lastIndexOf('/', varying))).replaceAll(/^\/+|\/+$/g, '');
};
