import { useId } from 'react';
import { radio } from '../../../../../styles/radio.css.ts';
import type { StartingPoint } from '../../../../contract/entities/starting-point.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import * as css from './create.css.ts';
import { listMissingNames } from './start-clip.ts';
import type { StartId, StartState } from './use-start.ts';

type ChoiceProps = {
  group: string;
  id: StartId;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
};

function Choice({ group, id, title, text, isChosen, onChoose }: ChoiceProps) {
  const [controlId, textId] = [useId(), useId()];
  return (
    <div className={css.choice}>
      <input
        id={controlId}
        type="radio"
        className={radio}
        name={group}
        value={id}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={textId}
      />
      <label htmlFor={controlId} className={css.choiceTitle}>
        {title}
      </label>
      <span id={textId} className={css.choiceText}>
        {text}
      </span>
    </div>
  );
}

function PointFacts({
  point,
  templates,
  kind,
}: {
  point: StartingPoint;
  templates: readonly Template[];
  kind: string | undefined;
}) {
  const names = point.sourceKinds.map(
    (id) => templates.find((one) => one.nodeType === 'SOURCE' && one.id === id)?.name ?? id,
  );
  const isOdd = kind !== undefined && !point.sourceKinds.includes(kind);
  return (
    <div className={css.facts} role="status">
      <ol className={css.flow}>
        {point.transforms.map(({ name, description }) => (
          <li key={name}>
            {name}: {description}
          </li>
        ))}
      </ol>
      <span>
        Made for sources of the type {names.join(', ')}
        {isOdd ? '; the chosen source is of another type, so try it on its events before you deploy' : ''}.
      </span>
    </div>
  );
}

type StartingPointsProps = {
  state: StartState;
  handedCount: number;
  points: readonly StartingPoint[];
  point: StartingPoint | undefined;
  templates: readonly Template[];
  sourceKind: string | undefined;
  onChoose: (id: StartId) => void;
};

export function StartingPoints(props: StartingPointsProps) {
  const { state, handedCount, points, point, templates, sourceKind, onChoose } = props;
  const group = useId();
  const choice = (id: StartId, title: string, text: string) => (
    <Choice
      key={id}
      group={group}
      id={id}
      title={title}
      text={text}
      isChosen={state.startId === id}
      onChoose={() => onChoose(id)}
    />
  );
  const missing = state.defined ? listMissingNames(state.defined) : [];
  return (
    <>
      <div className={css.choices}>
        {handedCount > 0 &&
          choice('handed', 'The selected transforms', `${handedCount} taken over from another pipeline.`)}
        {choice('empty', 'Empty', 'No transforms yet.')}
        {choice(
          'definition',
          'From a file or text',
          state.defined ? `${state.defined.name}, as described in the text.` : 'A definition as YAML.',
        )}
        {points.map(({ id, title, summary }) => choice(id, title, summary))}
      </div>
      {point && <PointFacts point={point} templates={templates} kind={sourceKind} />}
      {state.startId === 'definition' && missing.length > 0 && (
        <p className={css.facts} role="status">
          This site has no {missing.map((name) => `'${name}'`).join(', ')}. Choose others here, or use Import
          pipelines, which makes them too.
        </p>
      )}
    </>
  );
}
