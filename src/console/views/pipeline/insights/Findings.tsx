import type { Measurement } from '../../../../../machines/data-insights/index.ts';
import type { DataInsights, Finding } from '../../../../contract/entities/insights.ts';
import { CommandButton } from '../../../commands/CommandButton.tsx';
import * as css from './insights.css.ts';
import { savingFace } from './savings.ts';

type SavingProps = {
  finding: Finding;
  insights: DataInsights;
  measurement: Measurement | undefined;
};

function Saving({ finding, insights, measurement }: SavingProps) {
  const { text, kind, notes } = savingFace(finding, insights, measurement);
  return (
    <div className={css.saving}>
      <div className={css.savingText} data-kind={kind}>
        {text}
      </div>
      {notes.map((note) => (
        <div key={note} className={css.savingNote}>
          {note}
        </div>
      ))}
    </div>
  );
}

type FindingsProps = {
  insights: DataInsights;
  measured: Readonly<Record<string, Measurement>>;
};

/** What could be saved, each with what it saves and the command that does it. */
export function Findings({ insights, measured }: FindingsProps) {
  const { findings } = insights;
  if (findings.length === 0) return null;
  return (
    <section className={css.findings} aria-labelledby="insights-findings">
      <h2 className={css.findingsTitle} id="insights-findings">
        What could be saved of these events
      </h2>
      <ul>
        {findings.map((finding) => {
          const { id, title, detail } = finding;
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
                label={`Act on: ${title}`}
                size="small"
                iconOnly
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
