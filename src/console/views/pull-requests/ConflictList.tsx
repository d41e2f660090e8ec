import { useId } from 'react';
import { radio } from '../../../../styles/radio.css.ts';
import type {
  ChangedConnection,
  ChangedFile,
  Rebase,
  RequestConflict,
} from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { counted } from '../../../contract/values.ts';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { formatValue, indexProperties } from '../../components/version-changes/field-lines.ts';
import * as css from './pull-requests.css.ts';

export type Choice = Rebase['choices'][number];

const FIELDS: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  disabled: 'State',
  notes: 'Notes',
  node: 'The whole node',
  content: 'Content',
};
const CONFIG = 'config.';
const TO = 'to ';

const SIDES = [
  ['theirs', 'Theirs, stored now'],
  ['mine', 'Mine, of this pull request'],
] as const;

function describeField({ field }: RequestConflict, template: Template | undefined) {
  if (field.startsWith(TO)) return { label: `Connection ${field}`, property: undefined };
  if (!field.startsWith(CONFIG)) return { label: FIELDS[field] ?? field, property: undefined };
  const name = field.slice(CONFIG.length);
  const property = indexProperties(template).get(name);
  return { label: property?.label ?? name, property };
}

function findTemplate(
  { node }: RequestConflict,
  files: readonly ChangedFile[],
  templates: readonly Template[],
): Template | undefined {
  const known = files.flatMap(({ afterPipeline, beforePipeline }) => [
    ...afterPipeline.nodes,
    ...beforePipeline.nodes,
  ]);
  const templateId = known.find((one) => one.name === node)?.templateId;
  return templates.find(({ id }) => id === templateId);
}

function formatSide(field: string, value: unknown, text: (value: unknown) => string): string {
  if (field === 'node') return value === undefined ? 'Not there' : 'There';
  if (field === 'disabled') return value === true ? 'Disabled' : 'Enabled';
  if (!field.startsWith(TO)) return value === undefined ? 'Not set' : text(value) || 'Empty';
  if (!Array.isArray(value)) return 'Not connected';
  return value.length === 0 ? 'Connected' : `Connected by ${value.join(', ')}`;
}

type ConflictProps = {
  conflict: RequestConflict;
  template: Template | undefined;
  taken: Choice['take'] | undefined;
  onChoose: (choice: Choice) => void;
};

function Conflict({ conflict, template, taken, onChoose }: ConflictProps) {
  const group = useId();
  const { pipelineId, key, seen, node, field } = conflict;
  const { label, property } = describeField(conflict, template);
  const show = (value: unknown) => formatSide(field, value, (one) => formatValue(one, property));
  return (
    <fieldset className={css.conflict}>
      <legend className={css.conflictTitle}>
        {node === '' ? label : `${node}, ${label}`}
        <span className={css.before}>was: {show(conflict.base)}</span>
      </legend>
      {SIDES.map(([side, word]) => (
        <label key={side} className={css.choice}>
          <input
            type="radio"
            className={radio}
            name={group}
            value={side}
            checked={taken === side}
            onChange={() => onChoose({ pipelineId, key, seen, take: side })}
          />
          <span className={css.quiet}>{word}</span>
          <span className={css.choiceValue}>{show(conflict[side])}</span>
        </label>
      ))}
    </fieldset>
  );
}

type ConnectionConflictProps = Omit<ConflictProps, 'template'> & { of: ChangedConnection; siteId: string };

/** A source or destination, with field names from its template. */
function ConnectionConflict({ of, siteId, ...props }: ConnectionConflictProps) {
  const { templates } = useTemplates(of.kind === 'SOURCE' ? 'source' : 'destination', siteId);
  const template = templates.find(({ id }) => id === of.afterConnection.templateId);
  return <Conflict {...props} template={template} />;
}

type ConflictListProps = {
  siteId: string;
  conflicts: readonly RequestConflict[];
  files: readonly ChangedFile[];
  connectionFiles: readonly ChangedConnection[];
  templates: readonly Template[];
  chosen: readonly Choice[];
  onChoose: (choice: Choice) => void;
};

/** Conflicting changes since the base of a request, to choose one by one. */
export function ConflictList(props: ConflictListProps) {
  const { siteId, conflicts, files, connectionFiles, templates, chosen, onChoose } = props;
  if (conflicts.length === 0)
    return <p className={css.quiet}>Both changes fit together: rebase keeps all of them.</p>;
  const isTaken = (conflict: RequestConflict) => findChoice(chosen, conflict) !== undefined;
  const left = conflicts.filter((conflict) => !isTaken(conflict)).length;
  return (
    <section className={css.side} aria-label="Conflicts">
      <h3 className={css.sideTitle}>Changed by both</h3>
      <p className={css.quiet} role="status">
        {left === 0
          ? 'All are chosen: rebase.'
          : `${counted(left, 'choice')} to make, then rebase. All else fits together.`}
      </p>
      {conflicts.map((conflict) => {
        const key = `${conflict.pipelineId} ${conflict.key}`;
        const shared = { conflict, taken: findChoice(chosen, conflict)?.take, onChoose };
        const of = connectionFiles.find(({ nodeId }) => nodeId === conflict.pipelineId);
        return of && of.kind !== 'LOOKUP' ? (
          <ConnectionConflict key={key} {...shared} of={of} siteId={siteId} />
        ) : (
          <Conflict key={key} {...shared} template={findTemplate(conflict, files, templates)} />
        );
      })}
    </section>
  );
}

const isSame = (one: Choice, { pipelineId, key }: Pick<Choice, 'pipelineId' | 'key'>): boolean =>
  one.pipelineId === pipelineId && one.key === key;

/** Choices of values changed since do not count. */
const findChoice = (chosen: readonly Choice[], conflict: RequestConflict): Choice | undefined =>
  chosen.find((one) => isSame(one, conflict) && one.seen === conflict.seen);

export const withChoice = (chosen: readonly Choice[], choice: Choice): Choice[] => [
  ...chosen.filter((one) => !isSame(one, choice)),
  choice,
];
