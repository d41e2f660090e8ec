import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatDateTime, formatExact } from '../../widgets/format.ts';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import * as css from './pipeline.css.ts';

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p className={css.errorLabel}>{label}</p>
      <ul className={css.errorList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Group({ error, showNode }: { error: ErrorEntry; showNode: boolean }) {
  const text = parseErrorText(error.errorDesc);
  const isError = error.errorLevel === 'ERROR';
  return (
    <li className={css.error}>
      <p className={css.errorTitle}>
        <StatusShape
          shape={isError ? 'octagon' : 'triangle'}
          tone={isError ? 'err' : 'warn'}
          label={isError ? 'Error' : 'Warning'}
        />
        <span>{text.title}</span>
      </p>
      <p className={css.quiet}>
        {showNode && `${error.nodeName}, `}
        {formatExact(fromCount(error.count))} times, last{' '}
        {formatDateTime(error.lastOccurrenceUnixTimeSeconds * 1000)}
      </p>
      <Lines label="Possible Cause:" lines={text.causes} />
      <Lines label="Resolution:" lines={text.resolutions} />
      {error.exampleEvent && <pre className={css.event}>{error.exampleEvent}</pre>}
    </li>
  );
}

/** Errors grouped by node and error, with causes and resolutions. */
export function ErrorGroups({
  errors,
  showNode = false,
}: {
  errors: readonly ErrorEntry[];
  showNode?: boolean;
}) {
  if (errors.length === 0) return <p className={css.quiet}>No errors in this time range.</p>;
  return (
    <ul className={css.events}>
      {errors.map((error) => (
        <Group key={error.id} error={error} showNode={showNode} />
      ))}
    </ul>
  );
}
