import { wrapCentered } from '../../../../styles/layout.css.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatDateTime, formatExact } from '../../lib/format.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import { CodeBlock } from '../widgets/code/code-block.tsx';
import { Icon } from '../widgets/icons/icon.tsx';
import { Sparkline } from '../widgets/metrics/sparkline.tsx';
import { CATEGORIES, type ErrorRow, formatAcknowledgedBy } from './columns.tsx';
import * as css from './errors.css.ts';
import { countPerStep, type SparkRange } from './occurrences.ts';

type ErrorDetailsProps = {
  row: ErrorRow;
  range: SparkRange;
  /** Shown in the list of the whole site. */
  isOfSite: boolean;
  /** Unacknowledged errors of its component, including this one. */
  openOfComponent: number;
  onCopied: (outcome: { ok: boolean; message: string }) => void;
};

const formatSeconds = (unixSeconds: number): string => formatDateTime(unixSeconds * 1000);

function Occurrences({ row, range }: Pick<ErrorDetailsProps, 'row' | 'range'>) {
  const count = fromCount(row.count);
  return (
    <p className={css.occurrences}>
      <Sparkline values={countPerStep(row.series, range)} />
      <span>
        {formatExact(count)} {count === 1 ? 'time' : 'times'} in the time range, first{' '}
        {formatSeconds(row.firstOccurrenceUnixTimeSeconds)}, last{' '}
        {formatSeconds(row.lastOccurrenceUnixTimeSeconds)}
      </span>
    </p>
  );
}

function Acknowledgement({ row, openOfComponent }: Pick<ErrorDetailsProps, 'row' | 'openOfComponent'>) {
  const acknowledgeComponent = openOfComponent > (row.isAcknowledged ? 0 : 1) && (
    <CommandButton
      id="errors.acknowledgeComponent"
      args={{ component: row.componentId }}
      size="small"
      hideIcon
    />
  );
  if (!row.isAcknowledged)
    return (
      <>
        <CommandButton id="errors.acknowledge" args={{ error: row.id }} variant="primary" size="small" />
        {acknowledgeComponent}
      </>
    );
  const at = row.acknowledgedUnixTimeSeconds;
  return (
    <>
      <span className={css.acknowledged}>
        <Icon name="check" size="s" />
        Acknowledged by {formatAcknowledgedBy(row)}
        {at > 0 && `, ${formatSeconds(at)}`}
      </span>
      <CommandButton id="errors.unacknowledge" args={{ error: row.id }} size="small" hideIcon />
      {acknowledgeComponent}
    </>
  );
}

export function ErrorDetails({ row, range, isOfSite, openOfComponent, onCopied }: ErrorDetailsProps) {
  const text = parseErrorText(row.errorDesc);
  return (
    <div className={css.details}>
      <h2 className={css.title}>{text.title || row.errorName}</h2>
      <p className={css.listLabel}>
        {[row.errorName, CATEGORIES[row.nodeType], row.templateName].filter(Boolean).join(' · ')}
      </p>
      {(text.causes.length > 0 || text.resolutions.length > 0) && (
        <div className={css.lists}>
          {text.causes.length > 0 && (
            <div>
              <p className={css.listLabel}>Possible Cause:</p>
              <ul className={css.bullets}>
                {text.causes.map((cause) => (
                  <li key={cause}>{cause}</li>
                ))}
              </ul>
            </div>
          )}
          {text.resolutions.length > 0 && (
            <div>
              <p className={css.listLabel}>Resolution:</p>
              <ol className={css.steps}>
                {text.resolutions.map((resolution) => (
                  <li key={resolution}>{resolution}</li>
                ))}
              </ol>
            </div>
          )}
        </div>
      )}
      {row.exampleEvent && (
        <CodeBlock label="Example event" text={row.exampleEvent} wrap onCopied={onCopied} />
      )}
      <div className={wrapCentered}>
        <Acknowledgement row={row} openOfComponent={openOfComponent} />
        <CommandButton id="errors.openNode" args={{ error: row.id }} size="small" hideIcon />
        {isOfSite && (
          <CommandButton id="errors.openPipeline" args={{ error: row.id }} size="small" hideIcon />
        )}
        <Occurrences row={row} range={range} />
      </div>
    </div>
  );
}
