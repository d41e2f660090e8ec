import { visuallyHidden } from '../../../../styles/text.css.ts';
import { MISSING } from '../format.ts';
import * as css from './text.css.ts';

/** A value that does not exist: an em dash (R2.3-05), read out as 'no value'. */
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
