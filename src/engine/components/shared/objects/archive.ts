import { Columns } from '../parquet/columns.ts';

/** Folders of source archives (src/docs/archive.md): source id, then UTC time of receipt. */
export const ARCHIVE_FOLDER = `source=\${sourceId}-\${source}/year=%Y/month=%m/day=%d/hour=%H`;
export const ARCHIVE_TIME = 'received';

export const archiveColumns = ({ origin }: { readonly origin: boolean }): Columns =>
  new Columns({
    received: 'time',
    source: 'text',
    sourceId: 'text',
    ...(origin && { origin: 'text' }),
    message: 'text',
    event: 'text',
  });

export const fixedPart = (template: string): string => {
  const varying = template.search(/[%$]/);
  if (varying < 0) return template.replaceAll(/^\/+|\/+$/g, '');
  return template.slice(0, Math.max(0, template.lastIndexOf('/', varying))).replaceAll(/^\/+|\/+$/g, '');
};
