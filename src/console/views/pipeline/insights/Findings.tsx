import { useRef } from 'react';
import type { Measurement } from '../../../../../machines/data-insights/index.ts';
import type { DataInsights, Finding } from '../../../../contract/entities/insights.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { useWidth } from '../../../components/widgets/use-width.ts';
import { WIDE_PX } from './columns.tsx';
import * as css from './insights.css.ts';
import { describeFindingSaving, rankFindings } from './savings.ts';

const DOES: Record<string, string> = {
  remove_fields: 'Remove the field',
  filter: 'Drop them',
  sample: 'Sample it',
};

type SavingProps = {
  finding: Finding;
  insights: DataInsights;
  measurement: Measurement | undefined;
};

function Saving({ finding, insights, measurement }: SavingProps) {
  const { text, kind, notes } = describeFindingSaving(finding, insights, measurement);
  return (
    <div className={css.saving}>
      <div className={css.savingText} data-kind={kind}>
        {text}
      </div>
      <div className={css.savingNote}>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </div>
    </div>
  );
}

type FindingsProps = {
  insights: DataInsights;
  measured: Readonly<Record<string, Measurement>>;
};

export const Findings = (props: FindingsProps) =>
  props.insights.findings.length === 0 ? null : <FindingList {...props} />;

function FindingList({ insights, measured }: FindingsProps) {
  const findings = rankFindings(insights.findings, measured);
  const list = useRef<HTMLUListElement>(null);
  const isWide = useWidth(list) >= WIDE_PX;
  return (
    <section className={css.findings} aria-labelledby="insights-findings">
      <h2 className={css.findingsTitle} id="insights-findings">
        Possible savings
      </h2>
      <ul ref={list}>
        {findings.map((finding) => {
          const { id, title, detail, change } = finding;
          const does = DOES[change.templateId] ?? 'Apply';
          const problem = measured[id]?.error;
          return (
            <li key={id} className={css.finding}>
              <div>
                <div className={css.findingTitle} title={title}>
                  {title}
                </div>
                <div className={css.findingDetail} title={detail}>
                  {detail}
                </div>
                {problem !== undefined && (
                  <div className={css.findingProblem}>It could not be measured: {problem}</div>
                )}
              </div>
              <Saving finding={finding} insights={insights} measurement={measured[id]} />
              <CommandButton
                id="insights.apply"
                args={{ finding: id }}
                {...(isWide
                  ? { label: does, 'aria-label': `${does}: ${title}` }
                  : { label: `${does}: ${title}` })}
                size="small"
                iconOnly={!isWide}
                hideKeys
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
