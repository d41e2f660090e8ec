import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { counted } from '../../../../contract/values.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './count-mark.css.ts';

type CountMarkProps = {
  count: number;
  what: string;
  /** Names the counted time. */
  of?: string;
  /** The highest count shown exactly. */
  most?: number;
};

/** Nothing at zero. */
export function CountMark({ count, what, of, most = 999 }: CountMarkProps) {
  if (count === 0) return null;
  return (
    <span className={css.mark}>
      <StatusShape shape="octagon" tone="err" />
      <span aria-hidden="true" className={css.count}>
        {count > most ? `${most}+` : count}
      </span>
      <span className={visuallyHidden}>
        , {counted(count, what)}
        {of && ` of ${of}`}
      </span>
    </span>
  );
}
