import { countUtf8Bytes } from '../../../lib/event-text.ts';
import { formatBytes, formatFigure } from '../../../lib/format.ts';
import { listOrigin } from '../../../lib/origin.ts';
import type { ListedResult } from './listed-results.ts';
import * as css from './preview.css.ts';

const formatSize = (text: string): string => formatFigure(formatBytes(countUtf8Bytes(text)));

function listFacts({ before, after, isText, output }: ListedResult): [string, string][] {
  const sizes = after.map(formatSize).join(', ');
  return [
    ['Form', isText ? 'Plain text, readable as the field message' : 'JSON object'],
    ['Size before', formatSize(before)],
    ['Size after', sizes === '' ? '—' : sizes],
    ...(output === undefined ? [] : [['Output', output] satisfies [string, string]]),
  ];
}

type EventMetadataProps = { result: ListedResult; origin: string | undefined };

/**
 * Metadata of an event besides its fields.
 * @param origin JSON text of `@origin`
 */
export function EventMetadata({ result, origin }: EventMetadataProps) {
  const places = listOrigin(origin);
  return (
    <section className={css.metadata} aria-label={`Metadata of event ${result.index + 1}`}>
      <dl className={css.metadataList}>
        {places.map(({ path, value }) => (
          <div key={path} className={css.metadataRow}>
            <dt className={css.metadataPath}>{path}</dt>
            <dd className={css.metadataValue}>{value}</dd>
          </div>
        ))}
        {listFacts(result).map(([name, value]) => (
          <div key={name} className={css.metadataRow}>
            <dt className={css.metadataName}>{name}</dt>
            <dd className={css.metadataValue}>{value}</dd>
          </div>
        ))}
      </dl>
      {places.length === 0 && (
        <p className={css.metadataNote}>Where an event came from is known of captured events.</p>
      )}
    </section>
  );
}
