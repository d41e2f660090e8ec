import { eventText } from '../../../../styles/text.css.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatDateTime, formatExact } from '../../lib/format.ts';
import { CauseLines } from '../widgets/feedback/cause-lines.tsx';
import { StatusShape } from '../widgets/icons/status-shape.tsx';
import { escapeHiddenCharacters } from '../widgets/text/visible-text.ts';
import * as css from './error-groups.css.ts';

function Group({ error }: { error: ErrorEntry }) {
  const text = parseErrorText(error.errorDesc);
  const isError = error.errorLevel === 'ERROR';
  return (
    <li className={css.error}>
      <p className={css.title}>
        <StatusShape
          shape={isError ? 'octagon' : 'triangle'}
          tone={isError ? 'err' : 'warn'}
          label={isError ? 'Error' : 'Warning'}
        />
        <span>{text.title}</span>
      </p>
      <p className={css.quiet}>
        {formatExact(fromCount(error.count))} times, last{' '}
        {formatDateTime(error.lastOccurrenceUnixTimeSeconds * 1000)}
      </p>
      <CauseLines label="Possible Cause:" lines={text.causes} />
      <CauseLines label="Resolution:" lines={text.resolutions} />
      {error.exampleEvent && <pre className={eventText}>{escapeHiddenCharacters(error.exampleEvent)}</pre>}
    </li>
  );
}

export function ErrorGroups({ errors }: { errors: readonly ErrorEntry[] }) {
  if (errors.length === 0) return <p className={css.quiet}>No errors in this time range.</p>;
  return (
    <ul className={css.errors}>
      {errors.map((error) => (
        <Group key={error.id} error={error} />
      ))}
    </ul>
  );
}
