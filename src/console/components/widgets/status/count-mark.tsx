import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { counted } from '../../../../contract/values.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './count-mark.css.ts';

const MOST = 999;

/** Nothing at zero. `of` names the time that is counted. */
export function CountMark({ count, what, of }: { count: number; what: string; of?: string }) {
  if (count === 0) return null;
  return (
    <span className={css.mark}>
      <StatusShape shape="octagon" tone="err" />
      <span aria-hidden="true" className={css.count}>
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className={visuallyHidden}>
        , {counted(count, what)}
        {of && ` of ${of}`}
      </span>
    </span>
  );
}
