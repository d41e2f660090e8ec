import * as css from '../forms/form.css.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import { type FormErrors, focusField } from './field-ids.ts';

type ErrorSummaryProps = {
  formId: string;
  errors: FormErrors;
};

/** Everything that is wrong in a form, each line leading to its field. Nothing while all is well. */
export function ErrorSummary({ formId, errors }: ErrorSummaryProps) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  return (
    <div role="alert" className={css.summary}>
      <span className={css.summaryHead}>
        <StatusShape shape="octagon" tone="err" />
        {entries.length === 1 ? '1 field needs another value' : `${entries.length} fields need other values`}
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
