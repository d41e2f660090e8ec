import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { MISSING } from '../../../lib/format.ts';
import * as css from './text.css.ts';

/** An em dash, announced as 'no value'. */
export function Missing() {
  return (
    <>
      <span className={css.missing} aria-hidden="true">
        {MISSING}
      </span>
      <span className={visuallyHidden}>no value</span>
    </>
  );
}
