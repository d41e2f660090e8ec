import { useEffect, useMemo } from 'react';
import type { HydrationChoice } from '../../../contract/entities/hydration.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { useStore } from '../../lib/store.ts';
import { getNowUnixSeconds } from '../../state/moment.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { EstimateBox } from './EstimateBox.tsx';
import * as css from './hydration.css.ts';
import {
  createHydrationConfig,
  type HydrationConfig,
  type HydrationStart,
  readChoice,
  readLimits,
  saveHydration,
} from './hydration-config.ts';

const STRAIGHT = { value: '', label: 'Directly, without a pipeline' };

/** Options; unreadable archives, and destinations that hold archives, give the reason. */
function useOptions(siteId: string) {
  const query = { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX };
  const options = { isSuppressed: true, keepPrevious: true } as const;
  const sources = useCall('listLogSources', { path: { siteId } }, options);
  const sinks = useCall('listSinks', { query: { ...query, includeConfig: false } }, options);
  const pipelines = useCall('listPipelines', { query }, options);
  return {
    sources: (sources.data?.sources ?? []).map(({ id, name, isArchived, problem }) => ({
      value: id,
      label: name,
      detail: problem || (isArchived ? 'archived now' : 'archive ended'),
    })),
    isEmpty: sources.data?.sources.length === 0,
    sinks: (sinks.data?.sinks ?? []).map(({ id, name, templateName }) => ({
      value: id,
      label: name,
      detail: templateName,
    })),
    pipelines: [
      STRAIGHT,
      ...(pipelines.data?.pipelines ?? [])
        .filter(({ latestGraphVersion }) => latestGraphVersion > 0)
        .map(({ id, name, deployedGraphVersion }) => ({
          value: id,
          label: name,
          detail: deployedGraphVersion > 0 ? `deployed version ${deployedGraphVersion}` : 'not deployed',
        })),
    ],
  };
}

type HydrationFormProps = { begin: HydrationStart; onClose: (id: string | undefined) => void };

export function HydrationForm({ begin, onClose }: HydrationFormProps) {
  const site = useSite();
  const form = useEntityForm({
    blank: {
      templateId: 'hydration',
      values: {
        name: '',
        description: '',
        config: createHydrationConfig(begin, getNowUnixSeconds()),
      },
    },
    save: (input) => saveHydration(site.id, input, getNowUnixSeconds()),
    onSaved: () => notify({ message: 'The hydration has begun.', status: 'success', shouldTimeout: true }),
    onClose,
  });
  const { formId, send, state } = form;
  const firstId = buildFieldId(formId, 'config.sourceId');
  useEffect(() => document.getElementById(firstId)?.focus(), [firstId]);
  const { values, errors } = state.context;
  const config = values.config as HydrationConfig;
  const options = useOptions(site.id);
  const chosen = JSON.stringify(readChoice(site.id, config, getNowUnixSeconds()));
  const choice = useMemo((): HydrationChoice | undefined => chosen && JSON.parse(chosen), [chosen]);
  const readOnly = useStore(callGuard)?.(['createHydration'], site) !== undefined;
  const change = (next: Partial<HydrationConfig>) =>
    send({ type: 'config.changed', config: { ...config, ...next } });
  const field = (name: keyof HydrationConfig) => ({
    id: buildFieldId(formId, `config.${name}`),
    value: config[name],
    error: errors[`config.${name}`],
    readOnly,
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <FormFrame
      form={form}
      noun="Hydration"
      scope="hydration.form"
      label="Create hydration"
      savedBy="createHydration"
      saveLabel="Start hydration"
      heading={
        <PanelHead
          title="Create Hydration"
          note="Sends a window of an archive to a destination again"
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <SelectField
        {...field('sourceId')}
        label="Source"
        required
        placeholder={options.isEmpty ? 'Nothing is archived on this site' : 'Choose an archived source'}
        options={options.sources}
        help={
          options.isEmpty
            ? 'Open a source and enable its archival; what it receives from then on can be hydrated.'
            : 'Sources that are or were archived.'
        }
      />
      <div className={css.two}>
        <TextField {...field('from')} label="From" required mono help="When events were received." />
        <TextField
          {...field('to')}
          label="To"
          required
          mono
          help="Exclusive: events of this moment and later are left out."
        />
      </div>
      <TextField
        {...field('query')}
        label="Filter"
        required={false}
        mono
        placeholder="level:error"
        help="As in Log Search; empty for all events."
      />
      <SelectField
        {...field('pipelineId')}
        label="Through"
        required={false}
        options={options.pipelines}
        help="Its transforms apply, in the deployed version."
      />
      <SelectField
        {...field('sinkId')}
        label="Destination"
        required
        placeholder="Choose a destination"
        options={options.sinks}
      />
      <div className={css.two}>
        <TextField
          {...field('eventLimit')}
          label="Most events"
          required={false}
          mono
          placeholder="no limit"
        />
        <TextField
          {...field('eventsPerSecond')}
          label="Events per second"
          required={false}
          mono
          placeholder="no limit"
        />
        <TextField
          {...field('chunkMinutes')}
          label="Minutes per chunk"
          required={false}
          mono
          placeholder="all at once"
          help="A chunk begins once the one before is written."
        />
      </div>
      <TextField
        id={buildFieldId(formId, 'name')}
        label="Name"
        required={false}
        value={values.name}
        error={errors.name}
        readOnly={readOnly}
        help="Made of source and time when it is empty."
        onChange={(value) => send({ type: 'field.changed', field: 'name', value })}
      />
      <EstimateBox choice={choice} limits={readLimits(config)} />
    </FormFrame>
  );
}
