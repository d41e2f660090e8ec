import { counted } from '../../../../contract/values.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './error-summary.css.ts';
import { type FormErrors, focusField } from './field-ids.ts';

type ErrorSummaryProps = {
  formId: string;
  errors: FormErrors;
};

/**
 * All errors of a form, as links to their fields. Not a live region: its owner focuses the first invalid
 * field, which announces its error.
 */
export function ErrorSummary({ formId, errors }: ErrorSummaryProps) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  const title = counted(entries.length, 'problem');
  return (
    <div role="group" aria-label={title} className={css.summary}>
      <span className={css.summaryHead}>
        <StatusShape shape="octagon" tone="err" />
        {title}
      </span>
      <ul className={css.summaryList}>
        {entries.map(([path, message]) => (
          <li key={path}>
            <button type="button" className={css.summaryLink} onClick={() => focusField(formId, path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
