import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import * as css from './deploy-summary.css.ts';
import type { ReductionLine } from './reduction-lines.ts';
import { type Sides, useReduction } from './use-reduction.ts';

function Line({ before, after, on }: ReductionLine) {
  return (
    <li>
      {before !== undefined && (
        <>
          <span className={css.figure}>
            {before}
            <span className={visuallyHidden}> now</span>
          </span>{' '}
          <span className={css.quiet}>
            <span aria-hidden>→</span>
            <span className={visuallyHidden}>, then</span>
          </span>{' '}
        </>
      )}
      <strong className={css.figure}>{after}</strong> <span className={css.quiet}>{on}</span>
    </li>
  );
}

export function DeployReduction(props: Sides) {
  const { lines, isPending } = useReduction(props);
  return (
    <section aria-label="Reduction">
      <h2 className={css.heading}>{props.running ? 'Reduction, what runs → this version' : 'Reduction'}</h2>
      {isPending && <Skeleton width="60%" height={18} label="the reduction" />}
      {!isPending && lines.length > 0 && (
        <ul className={css.lines}>
          {lines.map((line) => (
            <Line {...line} key={line.key} />
          ))}
        </ul>
      )}
      {!isPending && lines.length === 0 && (
        <div className={css.none}>
          <span className={css.quiet}>Not measured: no events were run through this version.</span>
          <CommandButton id="preview.capture" size="small" hideKeys />
          <CommandButton id="preview.paste" size="small" variant="ghost" hideKeys label="Paste events" />
        </div>
      )}
    </section>
  );
}
