import { CAN_LOSE_DATA } from '../../../../contract/loss.ts';
import { Tooltip } from '../actions/tooltip.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { Badge } from './badge.tsx';
import * as css from './status.css.ts';

type LossMarkProps = {
  /** If empty, no mark is shown. */
  reasons: readonly string[];
  /** `pill` is in words, `quiet` is a named icon, `text` lists the reasons. */
  look?: 'pill' | 'quiet' | 'text';
};

export function LossMark({ reasons, look = 'pill' }: LossMarkProps) {
  if (reasons.length === 0) return null;
  if (look === 'quiet')
    return (
      <Tooltip text={`${CAN_LOSE_DATA}. ${reasons.join(' ')}`}>
        <span className={css.quietMark}>
          <StatusShape shape="triangle" tone="text3" label={CAN_LOSE_DATA} />
        </span>
      </Tooltip>
    );
  if (look === 'text')
    return (
      <div className={css.loss}>
        <StatusShape shape="triangle" tone="warn" />
        <div>
          <strong className={css.lossHead}>{CAN_LOSE_DATA}</strong>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      </div>
    );
  return (
    <Badge tone="warn" shape="triangle">
      {CAN_LOSE_DATA}
    </Badge>
  );
}
