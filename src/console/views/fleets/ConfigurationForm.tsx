import { useEffect, useRef, useState } from 'react';
import { link } from '../../../../styles/text.css.ts';
import type {
  ConfigurationDetail,
  RenderedConfiguration,
} from '../../../contract/entities/fleet-configuration.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { DescriptionField } from '../../components/entity-form/DescriptionField.tsx';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { useSettled } from '../../components/use-settled.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { TextArea } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { TextDiff } from '../../components/widgets/text-diff/text-diff.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { ComponentSettings } from './ComponentSettings.tsx';
import * as css from './fleets.css.ts';
import { MadeFrom, RenderedFacts } from './RenderedFacts.tsx';
import { type ContentConfig, saveConfiguration } from './save.ts';

/** A Collector that takes OTLP and prints what it gets. */
const EXAMPLE = `receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 127.0.0.1:4317
processors:
  batch:
exporters:
  debug:
service:
  pipelines:
    logs:
      receivers: [otlp]
      processors: [batch]
      exporters: [debug]
`;
/** Keeps the problems below visible. */
const ROWS = { min: 10, max: 18 };
const NOT_COMPARED = '';

const LOOKS = {
  error: { shape: 'octagon', tone: 'err' },
  warning: { shape: 'triangle', tone: 'warn' },
} as const;

function selectLine(areaId: string, line: number): void {
  const area = document.getElementById(areaId) as HTMLTextAreaElement;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + Math.sign(line - 1);
  area.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  area.focus();
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 2;
}

type ProblemsProps = { siteId: string; areaId: string; settled: string };

/** A Collector's complaints about the text while typing. */
function Problems({ siteId, areaId, settled }: ProblemsProps) {
  const { data, error } = useCall(
    'checkConfiguration',
    { body: { configuration: { siteId, content: settled } } },
    { enabled: settled.trim() !== '', keepPrevious: true, isSuppressed: true },
  );
  const problems = settled.trim() === '' ? undefined : data?.problems;
  return (
    <div aria-live="polite">
      {error && <p className={css.quiet}>{error.message}</p>}
      {problems?.length === 0 && (
        <p className={css.quiet}>
          YAML and references are right. Agents check the settings of components themselves.
        </p>
      )}
      {problems && problems.length > 0 && (
        <ul className={css.list} aria-label="Problems">
          {problems.map(({ severity, line, column, field, message }) => (
            <li key={`${line} ${column} ${message}`} className={css.item}>
              <button type="button" className={link} onClick={() => selectLine(areaId, line)}>
                <StatusBadge {...LOOKS[severity]} label={`Line ${line}`} />
              </button>
              <span className={css.value}>
                {field && `${field}: `}
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type VersionsProps = { configuration: ConfigurationDetail; content: string };

/** Compares an earlier version with the typed text. */
function Versions({ configuration, content }: VersionsProps) {
  const [chosen, setChosen] = useState(NOT_COMPARED);
  const { id, versions } = configuration;
  const read = useCall(
    'getConfiguration',
    { path: { configurationId: id }, query: { version: Number(chosen) } },
    { enabled: chosen !== NOT_COMPARED, isSuppressed: true },
  );
  const earlier = read.data?.configuration;
  return (
    <section className={css.section} aria-labelledby="configuration-versions">
      <h3 id="configuration-versions" className={css.heading}>
        Versions
      </h3>
      <SelectField
        id="configuration-compared"
        label="Compare with"
        options={[
          { value: NOT_COMPARED, label: 'Nothing' },
          ...versions.map(({ version, createdBy, createdAt }) => ({
            value: String(version),
            label: `Version ${version}`,
            detail: `${createdBy}, ${formatDateTime(createdAt)}`,
          })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
      {earlier && chosen !== NOT_COMPARED && earlier.content === content && (
        <p className={css.quiet}>The same as the content above.</p>
      )}
      {earlier && chosen !== NOT_COMPARED && earlier.content !== content && (
        <TextDiff label={`Difference to version ${chosen}`} before={earlier.content} after={content} />
      )}
    </section>
  );
}

type ConfigurationFormProps = {
  configuration: ConfigurationDetail | undefined;
  /** The source pipeline; then the content is not typed. */
  rendered?: RenderedConfiguration;
  onClose: (id: string | undefined) => void;
};

/** The form's note on a configuration before typing. */
function getNote(
  configuration: ConfigurationDetail | undefined,
  rendered: RenderedConfiguration | undefined,
): string {
  if (rendered) return `From version ${rendered.graphVersion} of '${rendered.pipelineName}'`;
  if (!configuration) return 'YAML of an OpenTelemetry Collector';
  const used = configuration.fleets.map(({ name, version }) => `${name} (version ${version})`).join(', ');
  return `Version ${configuration.version}; ${used ? `used by ${used}` : 'used by no fleet'}`;
}

const toContent = ({ content, pipelineId, graphVersion }: RenderedConfiguration): ContentConfig => ({
  content: content ?? '',
  fromPipeline: { pipelineId, graphVersion },
});

export function ConfigurationForm({ configuration, rendered, onClose }: ConfigurationFormProps) {
  const site = useSite();
  const made = rendered && toContent(rendered);
  const config: ContentConfig = configuration
    ? { content: configuration.content }
    : (made ?? { content: EXAMPLE });
  const begin = {
    templateId: 'configuration',
    values: {
      name: configuration?.name ?? rendered?.pipelineName ?? '',
      description: configuration?.description ?? '',
      config,
    },
  };
  const [isPending, setPending] = useState(false);
  // Some fields apply typed text only with the save key, before the next render.
  const pending = useRef(false);
  const form = useEntityForm({
    existing: configuration && { id: configuration.id, revision: configuration.revision, ...begin },
    blank: begin,
    save: async (input) =>
      pending.current
        ? {
            kind: 'refused',
            errors: {},
            message: 'The settings of the component are not in the content yet; write them into it first',
          }
        : saveConfiguration(site.id, input),
    onSaved: () =>
      notify({
        message: configuration
          ? 'The configuration was saved. Fleets keep their version until a rollout.'
          : 'The configuration was created; roll it out to a fleet.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, state, send } = form;
  const { values, errors } = state.context;
  const { content } = values.config as ContentConfig;
  const areaId = buildFieldId(formId, 'config.content');
  const settled = useSettled(content);
  const setContent = (text: string) => send({ type: 'config.changed', config: { content: text } });
  const isUpdating = configuration !== undefined && rendered !== undefined;
  const [update] = useState(made);
  useEffect(() => {
    if (isUpdating && update) send({ type: 'config.changed', config: update });
  }, [isUpdating, update, send]);
  return (
    <FormFrame
      form={form}
      noun="Configuration"
      unsaved={isPending}
      label={configuration ? `Edit ${configuration.name}` : 'New configuration'}
      savedBy={configuration ? 'updateConfiguration' : 'createConfiguration'}
      saveLabel={configuration ? 'Save configuration' : 'Create configuration'}
      heading={
        <PanelHead
          title={configuration?.name ?? 'New configuration'}
          note={getNote(configuration, rendered)}
          actions={
            configuration && (
              <CommandButton
                id="configuration.delete"
                args={{ configuration: configuration.id }}
                iconOnly
                hideKeys
                size="small"
              />
            )
          }
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      {configuration && !rendered && <MadeFrom configuration={configuration} />}
      <NameField form={form} autoFocus={!configuration || rendered !== undefined} />
      <TextArea
        id={areaId}
        label="Content"
        required
        mono
        readOnly={rendered !== undefined}
        rows={Math.min(ROWS.max, Math.max(ROWS.min, content.split('\n').length))}
        help={
          rendered
            ? 'YAML, made from the pipeline.'
            : `YAML. Write secrets as \${env:NAME}: the Collector reads them from its own environment.`
        }
        value={content}
        error={errors['config.content']}
        onChange={setContent}
      />
      <Problems siteId={site.id} areaId={areaId} settled={settled} />
      {!rendered && (
        <ComponentSettings
          siteId={site.id}
          content={content}
          settled={settled}
          onWrite={setContent}
          onPending={(is) => {
            pending.current = is;
            setPending(is);
          }}
        />
      )}
      {rendered && <RenderedFacts rendered={rendered} />}
      <DescriptionField form={form} />
      {configuration && <Versions configuration={configuration} content={content} />}
    </FormFrame>
  );
}
