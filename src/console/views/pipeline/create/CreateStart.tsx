import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { wrapCentered } from '../../../../../styles/layout.css.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { Checkbox } from '../../../components/widgets/forms/checkbox.tsx';
import { SelectField } from '../../../components/widgets/forms/select-field.tsx';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { useSite } from '../../../state/sites.ts';
import { NewConnectionDialog } from '../editor/NewConnectionDialog.tsx';
import { useCatalogue } from '../editor/use-catalogue.ts';
import * as css from './create.css.ts';
import { StartingPoints } from './StartingPoints.tsx';
import { Unsaved } from './Unsaved.tsx';
import { useStart } from './use-start.ts';
import './create.commands.ts';

const { Component: DefinitionDialog } = createLazyCode(() => import('./DefinitionDialog.tsx'));

const NONE = 'none';
const ARCHIVE_HELP =
  'Keeps everything the source receives, whatever its pipelines do. It is a setting of the source and is saved with the pipeline.';
const NO_ARCHIVE_HELP = 'Needs a destination of type File or S3 bucket that no pipeline uses.';

/** `takesFocus`: the last node of the graph was removed while it had the focus. */
type CreateStartProps = { onSkip: () => void; takesFocus?: boolean };

/** All choices are optional. The editor stays usable, and nothing is saved. */
export default function CreateStart({ onSkip, takesFocus = false }: CreateStartProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }, [takesFocus]);
  const site = useSite();
  const catalogue = useCatalogue(site.id);
  const { sources, templates } = catalogue;
  const start = useStart(catalogue, site.id);
  const { state, change, prefill, handed, point, source, refusal, begin } = start;
  const [dialog, setDialog] = useState<'source' | 'sink' | 'definition' | undefined>(
    prefill.sourceType ? 'source' : undefined,
  );
  const scope = useMemo(() => ({ refusal, begin, skip: onSkip }), [refusal, begin, onSkip]);
  usePublishScope('pipeline.create', scope);

  const makeOption = ({ id, name, templateName }: { id: string; name: string; templateName: string }) => ({
    value: id,
    label: `${name} · ${templateName}`,
  });
  // Archival affects every pipeline of the source, so only the source's screen can turn it off.
  const nowhere = source?.archivalEnabled ? [] : [{ value: NONE, label: 'Nowhere' }];
  const archives = [...nowhere, ...start.archives.map(makeOption)];
  const toggle = (id: string, isOn: boolean) =>
    change({ sinkIds: isOn ? [...state.sinkIds, id] : state.sinkIds.filter((one) => one !== id) });
  return (
    <section className={css.panel} aria-label="Start of the pipeline" ref={panel}>
      <div className={css.lead}>
        <h3 className={css.title}>Start with what you know</h3>
        <p className={css.quiet}>Each part can be left out and changed later. Nothing is saved yet.</p>
        <span className={wrapCentered} style={{ marginLeft: 'auto' }}>
          <CommandButton id="create.skip" variant="ghost" />
          <CommandButton id="create.begin" variant="primary" />
        </span>
      </div>
      <Unsaved siteId={site.id} />
      <div className={css.columns}>
        <fieldset className={css.step}>
          <legend className={css.stepTitle}>
            <span className={css.number}>1</span>Source
          </legend>
          <SelectField
            label="Source"
            value={state.sourceId}
            options={sources.map(makeOption)}
            placeholder={sources.length === 0 ? 'The site has none yet' : 'Choose a source'}
            onChange={(sourceId) => change({ sourceId })}
          />
          {source && (
            <SelectField
              label="Archive raw events"
              help={start.archives.length > 0 ? ARCHIVE_HELP : NO_ARCHIVE_HELP}
              value={start.archive?.id ?? NONE}
              options={archives}
              readOnly={start.archives.length === 0}
              onChange={(id) => change({ archiveId: id === NONE ? undefined : id })}
            />
          )}
          <span className={wrapCentered}>
            <Button size="small" icon="plus" onClick={() => setDialog('source')}>
              New source
            </Button>
          </span>
        </fieldset>
        <fieldset className={css.step}>
          <legend className={css.stepTitle}>
            <span className={css.number}>2</span>Starting point
          </legend>
          <StartingPoints
            state={state}
            handedCount={handed.length}
            points={start.points}
            point={point}
            templates={templates}
            sourceKind={source?.templateId}
            onChoose={(startId) => change({ startId })}
          />
          {state.startId === 'definition' && (
            <span className={wrapCentered}>
              <Button size="small" icon="fileInput" onClick={() => setDialog('definition')}>
                {state.defined ? 'Choose another text' : 'Paste or choose the text'}
              </Button>
            </span>
          )}
        </fieldset>
        <fieldset className={css.step}>
          <legend className={css.stepTitle}>
            <span className={css.number}>3</span>Destinations
          </legend>
          {start.freeSinks.length === 0 ? (
            <p className={css.quiet}>The site has no destination for it yet.</p>
          ) : (
            <div className={css.list}>
              {start.freeSinks.map((sink) => (
                <Checkbox
                  key={sink.id}
                  label={makeOption(sink).label}
                  showLabel
                  checked={state.sinkIds.includes(sink.id)}
                  onChange={(isOn) => toggle(sink.id, isOn)}
                />
              ))}
            </div>
          )}
          <span className={wrapCentered}>
            <Button size="small" icon="plus" onClick={() => setDialog('sink')}>
              New destination
            </Button>
          </span>
        </fieldset>
      </div>
      {(dialog === 'source' || dialog === 'sink') && (
        <NewConnectionDialog
          kind={dialog}
          siteId={site.id}
          templateId={dialog === 'source' ? prefill.sourceType : undefined}
          onDone={(id) => {
            if (id && dialog === 'source') change({ sourceId: id });
            if (id && dialog === 'sink') change({ sinkIds: [...state.sinkIds, id] });
            setDialog(undefined);
          }}
        />
      )}
      {dialog === 'definition' && (
        <Suspense fallback={null}>
          <DefinitionDialog
            siteId={site.id}
            onDone={(defined) => {
              if (defined) change({ defined, startId: 'definition' });
              setDialog(undefined);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
