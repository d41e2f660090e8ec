import type { ReactNode } from 'react';
import { formatVersionLabel, sortNewestFirst } from '../../../../../machines/displayed-version/index.ts';
import {
  selectDraft,
  selectIsDirty,
  selectIsNew,
  selectIsSaving,
  selectTypingRefusal,
} from '../../../../../machines/pipeline-editor/index.ts';
import { cut, type as text, visuallyHidden } from '../../../../../styles/text.css.ts';
import { NAME_MAX_LENGTH, VERSION_NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import { counted } from '../../../../contract/values.ts';
import { NAME_REQUIRED, NAME_TAKEN } from '../../../../graph/validate.ts';
import { runCommand } from '../../../commands/runtime.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { SplitButton } from '../../../components/widgets/actions/menu.tsx';
import type { MenuEntry } from '../../../components/widgets/actions/menu-types.ts';
import { SingleSelect } from '../../../components/widgets/filters/single-select.tsx';
import { TextField } from '../../../components/widgets/forms/text-field.tsx';
import { Badge } from '../../../components/widgets/status/badge.tsx';
import * as css from '../pipeline.css.ts';
import { DETAIL_FIELDS, TYPING_REFUSAL_ID } from './detail-fields.ts';
import { EditorContext } from './editor-context.ts';
import { useSaidSteps } from './said-steps.ts';

type VersionEntry = { version: number; name: string };

type EditHeaderProps = {
  versions: readonly VersionEntry[];
  shownVersion: number;
  isNameAwaited?: boolean;
  presence?: ReactNode;
  /** Managed by Git: a pull request replaces saving. */
  isManaged?: boolean;
  onVersion: (version: number) => void;
};

function SaveButton() {
  const draft = useCommand('edit.saveDraft');
  const deploy = useCommand('edit.deploy');
  const problem = useCommand('edit.nextProblem');
  const entry = (id: string, face: typeof draft): MenuEntry => ({
    id,
    label: face.title,
    icon: face.icon,
    keys: face.keys,
    disabledReason: face.disabledReason,
    onSelect: () => runCommand(id, {}, 'menu'),
  });
  const entries = [entry('edit.saveDraft', draft), entry('edit.deploy', deploy)];
  if (problem.disabledReason === undefined)
    entries.push({ ...entry('edit.nextProblem', problem), startsGroup: true });
  return (
    <SplitButton
      menuLabel="Ways to save"
      entries={entries}
      disabledReason={draft.disabledReason}
      onClick={() => runCommand('edit.saveDraft')}
    >
      Save pipeline
    </SplitButton>
  );
}

function Details({ isManaged }: { isManaged: boolean }) {
  const actor = EditorContext.useActorRef();
  const draft = EditorContext.useSelector(selectDraft);
  const problems = EditorContext.useSelector(({ context }) => context.problems);
  const findMessage = (field: string) =>
    problems.find((problem) => problem.field === field && problem.nodeId === undefined)?.message;
  const nameProblem = findMessage('name');
  const refusal = EditorContext.useSelector(selectTypingRefusal);
  const lock = { readOnly: refusal !== undefined, describedBy: refusal && TYPING_REFUSAL_ID };
  const isUntouched = draft.name === '' && nameProblem === NAME_REQUIRED;
  return (
    <div className={css.details}>
      <TextField
        {...lock}
        id={DETAIL_FIELDS.name}
        label="Name"
        required
        value={draft.name}
        // No error before the field is touched; leaving it empty fills in a name.
        error={isUntouched ? undefined : nameProblem}
        help={nameProblem === NAME_TAKEN ? 'Choose another name' : undefined}
        onChange={(name) => actor.send({ type: 'draft.name.set', name: name.slice(0, NAME_MAX_LENGTH) })}
        onBlur={() => actor.send({ type: 'draft.name.blurred' })}
      />
      <TextField
        {...lock}
        id={DETAIL_FIELDS.description}
        label="Description"
        value={draft.description}
        error={findMessage('description')}
        onChange={(description) => actor.send({ type: 'draft.description.set', description })}
      />
      {!isManaged && (
        <TextField
          {...lock}
          id={DETAIL_FIELDS.versionName}
          label="Version Name"
          maxLength={VERSION_NAME_MAX_LENGTH}
          value={draft.versionName}
          error={findMessage('versionName')}
          onChange={(versionName) => actor.send({ type: 'draft.versionName.set', versionName })}
        />
      )}
    </div>
  );
}

export function EditHeader(props: EditHeaderProps) {
  const { versions, shownVersion, isNameAwaited = false, isManaged = false, presence, onVersion } = props;
  const draft = EditorContext.useSelector(selectDraft);
  const isDirty = EditorContext.useSelector(selectIsDirty);
  const isNew = EditorContext.useSelector(selectIsNew);
  const isSaving = EditorContext.useSelector(selectIsSaving);
  const refusal = EditorContext.useSelector(selectTypingRefusal);
  const said = useSaidSteps();
  const steps = EditorContext.useSelector(({ context }) => context.past.length);
  const options = sortNewestFirst(versions);
  // The shown version may be missing in the list: too old, or too new.
  const shown = versions.find((one) => one.version === shownVersion) ?? { version: shownVersion, name: '' };
  const listed = options.some((one) => one.version === shownVersion) ? options : [...options, shown];
  return (
    <>
      <header className={css.head}>
        <div className={css.headText}>
          <div className={css.titleLine}>
            <h1 className={`${text.pageTitle} ${cut}`} title={draft.name}>
              {draft.name.trim() || 'New pipeline'}
            </h1>
            {isDirty && (
              <Badge tone="warn" shape="triangle">
                {steps > 0 ? `Draft, ${counted(steps, 'change')}` : 'Draft'}
              </Badge>
            )}
            {isSaving && (
              <Badge tone="info" shape="pending">
                {refusal === undefined ? 'Saving' : 'Deploying, read-only'}
              </Badge>
            )}
            {presence}
            <span id={TYPING_REFUSAL_ID} role="status" className={visuallyHidden}>
              {refusal}
            </span>
            <span role="status" className={visuallyHidden}>
              {said}
            </span>
          </div>
        </div>
        <div className={css.actions}>
          {shownVersion > 0 && (
            <span className={css.version} data-awaited={isNameAwaited || undefined}>
              <SingleSelect
                label="Base"
                hasAll={false}
                selected={[String(shownVersion)]}
                isDefault
                options={listed.map((one) => ({
                  value: String(one.version),
                  label: formatVersionLabel(one.version, one.name),
                }))}
                onPick={(versions) => onVersion(Number(versions[0]))}
              />
            </span>
          )}
          {!isNew && <CommandButton id="edit.cancel" variant="ghost" hideIcon />}
          {isManaged ? <CommandButton id="edit.raisePr" variant="primary" /> : <SaveButton />}
        </div>
      </header>
      <Details isManaged={isManaged} />
    </>
  );
}
