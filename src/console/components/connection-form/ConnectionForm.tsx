import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type EntityFormInput, selectIsArmed } from '../../../../machines/entity-form/index.ts';
import { COMMENT_PLACEHOLDER } from '../../../../machines/raise-pr/index.ts';
import { applicableProperties, defaultValues, listProperties } from '../../../contract/config-format.ts';
import { COMMENT_MAX_LENGTH } from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { USAGE_TYPES } from '../../../contract/enums.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { freeName } from '../../../contract/values.ts';
import { testPattern } from '../../api/test-pattern.ts';
import { useCall } from '../../api/use-call.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { collected, formatCollected, OPENED_TEXT, type RequestWay } from '../../state/request-draft.ts';
import { useSite } from '../../state/sites.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import { openTest } from '../connection-windows/connection-window.ts';
import * as css from '../entity-form/entity-form.css.ts';
import { FormFrame } from '../entity-form/FormFrame.tsx';
import { findKeptSecretErrors } from '../entity-form/kept-secret-errors.ts';
import { NameField } from '../entity-form/NameField.tsx';
import { useEntityForm } from '../entity-form/use-entity-form.ts';
import { Button, IconButton } from '../widgets/actions/button.tsx';
import type { CodeTools } from '../widgets/code/code-tools.ts';
import { TextArea } from '../widgets/forms/text-field.tsx';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { buildFieldId, pickErrorsWithin, SchemaForm } from '../widgets/schema-form/schema-form.tsx';
import { LossMark } from '../widgets/status/loss-mark.tsx';
import './form.commands.ts';
import { DescriptionField } from '../entity-form/DescriptionField.tsx';
import { type ConnectionKind, KINDS, type Notify } from './kinds.ts';
import { findFreePort, findPortNotices, type PortHolder, replaceUsedPorts } from './ports.ts';
import { saveByRequest, saveConnection } from './save-connection.ts';
import { TypePicker } from './TypePicker.tsx';
import { useCollected } from './use-collected.ts';
import { useConfigCheck } from './use-config-check.ts';

/** Names of the site's sources or destinations; undefined while loading, empty on failure. */
function useTakenNames(
  kind: ConnectionKind,
  siteId: string,
  isWanted: boolean,
): readonly string[] | undefined {
  const query = { siteIds: [siteId], usageTypes: [...USAGE_TYPES], includeConfig: false };
  const isSource = kind === 'source';
  const sources = useCall('listSources', { query }, { enabled: isWanted && isSource, isSuppressed: true });
  const sinks = useCall('listSinks', { query }, { enabled: isWanted && !isSource, isSuppressed: true });
  const { isPending } = isSource ? sources : sinks;
  if (!isWanted || !isPending)
    return ((isSource ? sources.data?.sources : sinks.data?.sinks) ?? []).map(({ name }) => name);
  return undefined;
}

const NONE: PortHolder[] = [];

function usePorts(siteId: string, isSource: boolean, ownId: string | undefined) {
  const { data } = useCall(
    'listSourcePorts',
    { path: { siteId }, query: {} },
    { enabled: isSource, isSuppressed: true },
  );
  const holders = (data?.holders ?? NONE).filter(({ sourceId }) => sourceId !== ownId);
  return {
    freeFrom: (port: number) => findFreePort(port, holders),
    notices: (config: Record<string, unknown>) => findPortNotices(config, holders),
  };
}

type ConnectionFormProps = {
  kind: ConnectionKind;
  siteId: string;
  templates: readonly Template[];
  existing?: EntityFormInput['existing'];
  /** Template to start with; without it the form asks. */
  templateId?: string | undefined;
  /** For dialogs, which have their own heading. */
  hideHeading?: boolean;
  /** A new one in the user's draft pull request. */
  collectedId?: string | undefined;
  /** Content above the fields. */
  lead?: ReactNode;
  /** For a form that is part of a screen: leaves the focus. */
  keepsFocus?: boolean;
  notify: Notify;
  onClose: (id: string | undefined) => void;
  /** The user discards the input and leaves the screen. */
  onLeave?: () => void;
  /** Heading of a new one: `New Syslog source`. */
  onTitle?: (title: string) => void;
};

const findInitialType = (
  templates: readonly Template[],
  templateId: string | undefined,
): Template | undefined => templates.find((template) => template.id === templateId);

const getSaveCall = (kind: ConnectionKind, exists: boolean) =>
  `${exists ? 'update' : 'create'}${kind === 'source' ? 'Source' : 'Sink'}` as const;

const TOOLS: CodeTools = { testPattern };
const suggestions = createLazyCode(() => import('../suggestions/SourceSuggestions.tsx'));

export function ConnectionForm(props: ConnectionFormProps) {
  const { kind, siteId, templates, existing, collectedId, notify, onClose, onLeave } = props;
  const facts = KINDS[kind];
  const site = useSite();
  const siteVersion = site.version;
  const isRequest = takesRequests(site);
  const [comment, setComment] = useState('');
  const drafted = useStore(collected);
  const way = useRef<RequestWay>('raise');
  const form = useEntityForm({
    existing,
    save: (input) =>
      isRequest
        ? saveByRequest(
            { kind, siteId, way: way.current, comment: comment.trim() },
            { ...input, id: input.id ?? collectedId, revision: input.revision ?? 0 },
          )
        : saveConnection(kind, siteId, input),
    onSaved: () => {
      // A request has reported its outcome.
      if (isRequest) return;
      const message = existing ? facts.toasts.updated : facts.toasts.added;
      notify({ message, status: 'success', shouldTimeout: true });
    },
    onClose,
    onLeave,
  });
  const { formId, state, send } = form;
  const { actor } = form;
  const { values, errors } = state.context;
  useCollected({
    siteId,
    id: isRequest ? (existing?.id ?? collectedId) : undefined,
    isNew: !existing,
    read: () => actor.getSnapshot().context.values,
    send,
    onFilled: () => notify({ message: OPENED_TEXT, status: 'info', shouldTimeout: true }),
  });
  const template = findInitialType(templates, state.context.templateId);
  const [asked, setAsked] = useState(findInitialType(templates, props.templateId));
  const takenNames = useTakenNames(kind, siteId, existing === undefined);
  const isNameProposed = values.name === '' || values.name === state.context.saved.name;
  const reconsider = () => {
    setAsked(undefined);
    send({ type: 'type.reconsidered' });
  };

  const format = listProperties(template?.configFormat);
  const wrong = useConfigCheck(
    kind,
    { siteId, templateId: state.context.templateId, id: existing?.id, config: values.config },
    format,
    siteVersion,
    values.config !== state.context.saved.config,
  );
  const ports = usePorts(siteId, kind === 'source', existing?.id);

  const { onTitle } = props;
  const suggestsSettings = useStore(flagsOn)?.has('formAssistantSource') === true && kind === 'source';
  const changeConfig = useCallback(
    (config: Record<string, unknown>) => send({ type: 'config.changed', config }),
    [send],
  );
  const title = template ? `New ${template.name} ${facts.noun.toLowerCase()}` : facts.newTitle;
  useEffect(() => onTitle?.(title), [onTitle, title]);

  const testRefusal = useStore(callGuard)?.([kind === 'source' ? 'testSource' : 'testSink'], site);
  const scope = useMemo(
    () => ({
      refusal: testRefusal,
      test: () => {
        const { id, templateId, values: now } = actor.getSnapshot().context;
        openTest({ kind, siteId, templateId, id, name: now.name, config: now.config });
      },
    }),
    [actor, kind, siteId, testRefusal],
  );
  usePublishScope('connection.form', template ? scope : undefined);

  const choose = (chosen: Template) =>
    send({
      type: 'type.chosen',
      templateId: chosen.id,
      defaults: replaceUsedPorts(
        defaultValues(applicableProperties(listProperties(chosen.configFormat), siteVersion)),
        kind === 'source' ? ports.freeFrom : (port) => port,
      ),
      ...(isNameProposed
        ? { name: freeName(chosen.name, takenNames ?? []), isProposal: true }
        : { name: values.name }),
    });

  const testButton = (
    <CommandButton
      id="connection.testForm"
      size={props.hideHeading ? 'medium' : 'small'}
      label={props.hideHeading ? 'Test settings' : 'Test'}
      hideKeys={!props.hideHeading}
    />
  );

  if (state.matches('choosingType')) {
    // A preselected type is used once the names are known.
    if (asked && takenNames === undefined) return null;
    return (
      <TypePicker
        kind={kind}
        templates={templates.filter(({ unavailable }) => unavailable === undefined)}
        asked={asked}
        hideHeading={props.hideHeading ?? false}
        onChoose={choose}
        onClose={() => send({ type: 'form.left' })}
      />
    );
  }

  const name = existing ? existing.values.name : title;
  const heading = props.hideHeading ? undefined : (
    <header className={css.head}>
      <div>
        <h2 className={css.heading}>{name}</h2>
        {existing && <p className={css.sub}>{template?.name}</p>}
      </div>
      <span className={css.headActions}>
        {testButton}
        {!existing && (
          <Button size="small" variant="ghost" onClick={reconsider}>
            Change type
          </Button>
        )}
        <IconButton
          icon="close"
          label="Close"
          size="small"
          onClick={() => send({ type: 'form.left', hasMore: comment.trim() !== '' })}
        />
      </span>
    </header>
  );
  return (
    <div className={css.region} data-command-scope="connection.suggest">
      <FormFrame
        form={form}
        noun={facts.noun}
        scope="connection.form"
        label={existing ? `Edit ${name}` : name}
        saveLabel={isRequest ? 'Raise PR' : `${existing ? 'Save' : 'Add'} ${facts.noun.toLowerCase()}`}
        savedBy={getSaveCall(kind, existing !== undefined)}
        unsaved={comment.trim() !== ''}
        {...(isRequest && {
          other: {
            label: 'Add to draft',
            onSubmit: () => {
              way.current = 'collect';
            },
          },
          onSubmit: () => {
            way.current = 'raise';
          },
        })}
        heading={heading}
        lead={props.lead}
        footLead={props.hideHeading && testButton}
      >
        <LossMark reasons={existing ? [] : lossReasons(template, values.config)} look="text" />
        <NameField form={form} autoFocus={!props.keepsFocus} isProposal={!existing} />
        {template?.configFormat && suggestsSettings && (
          <Suspense fallback={null}>
            <suggestions.Component
              siteId={siteId}
              sourceId={existing?.id}
              templateId={template.id}
              config={values.config}
              isChanged={selectIsArmed(state)}
              onChange={changeConfig}
            />
          </Suspense>
        )}
        {template?.configFormat && (
          <SchemaForm
            formId={buildFieldId(formId, 'config')}
            format={template.configFormat}
            value={values.config}
            errors={{
              ...wrong,
              ...(existing && findKeptSecretErrors(format, existing.values.config, values.config)),
              ...ports.notices(values.config),
              ...pickErrorsWithin(errors, 'config'),
            }}
            siteVersion={siteVersion}
            tools={TOOLS}
            onChange={changeConfig}
          />
        )}
        <DescriptionField form={form} />
        {isRequest && (
          <TextArea
            id={buildFieldId(formId, 'comment')}
            label="Comment of the pull request"
            help={`What is stored and runs stays as it is until the pull request is merged.${
              drafted.length > 0 ? ` With it goes your draft: ${formatCollected(drafted)}.` : ''
            }`}
            rows={2}
            maxLength={COMMENT_MAX_LENGTH}
            placeholder={COMMENT_PLACEHOLDER}
            value={comment}
            onChange={setComment}
          />
        )}
      </FormFrame>
    </div>
  );
}
