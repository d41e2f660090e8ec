import { useMachine } from '@xstate/react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  fileUploadMachine,
  selectIsChecked,
  selectIsSending,
  selectPercent,
} from '../../../../machines/file-upload/index.ts';
import { COMMENT_PLACEHOLDER } from '../../../../machines/raise-pr/index.ts';
import {
  ASSET_MAX_BYTES,
  ASSET_TYPE_NAMES,
  REPOSITORY_LOOKUP_MAX_BYTES,
  UPLOAD_TYPES,
  type UploadType,
} from '../../../contract/entities/asset.ts';
import { COMMENT_MAX_LENGTH } from '../../../contract/entities/changeset.ts';
import { directLookupRefusal, takesRequests } from '../../../contract/managed-site.ts';
import { formatBytes, formatFigure } from '../../lib/format.ts';
import { describeTaken, type RequestWay } from '../../state/request-draft.ts';
import { notify } from '../../state/toasts.ts';
import { Button } from '../widgets/actions/button.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { FieldError } from '../widgets/forms/field.tsx';
import { SelectField } from '../widgets/forms/select-field.tsx';
import { TextArea, TextField } from '../widgets/forms/text-field.tsx';
import { ProgressBar } from '../widgets/progress/progress-bar.tsx';
import { requestLookup, sendUpload } from './send-upload.ts';
import * as css from './upload.css.ts';
import type { UploadWindow } from './upload-window.ts';

const BY_ENDING: Readonly<Record<string, UploadType>> = {
  csv: 'LOOK_UP_DATA',
  tsv: 'LOOK_UP_DATA',
  mmdb: 'GEO_IP',
  log: 'LOG_SAMPLE',
  txt: 'LOG_SAMPLE',
  ndjson: 'LOG_SAMPLE',
  jsonl: 'LOG_SAMPLE',
};

function guessUploadType(fileName: string, among: readonly UploadType[] = UPLOAD_TYPES): UploadType {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  const guessed = BY_ENDING[ending] ?? 'DATA';
  return among.includes(guessed) ? guessed : (among[0] ?? 'DATA');
}

type UploadDialogProps = { of: UploadWindow; onClose: () => void };

const HELP: Record<UploadType, string> = {
  LOOK_UP_DATA: 'CSV whose first line names the columns.',
  GEO_IP: 'A MaxMind DB database (.mmdb).',
  LOG_SAMPLE: 'Lines of text: events for previews.',
  DATAGEN_LOG_SAMPLE: 'Lines of text: events for previews.',
  DATA: 'Anything; text can be the events of a preview.',
};

const formatByteFigure = (count: number): string => formatFigure(formatBytes(count));

export default function UploadDialog({ of, onClose }: UploadDialogProps) {
  const { replaces, types = UPLOAD_TYPES } = of;
  const [file, setFile] = useState(of.dropped);
  const [name, setName] = useState(of.dropped?.name ?? '');
  const [type, setType] = useState<UploadType>(guessUploadType(of.dropped?.name ?? '', types));
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const chosenFile = useRef(file);
  /** Chosen way of a pull request, if any. */
  const asked = useRef<{ way: RequestWay; comment: string } | undefined>(undefined);
  const choose = useRef<HTMLButtonElement>(null);
  const giveUp = useRef<HTMLButtonElement>(null);
  const [logic] = useState(() =>
    fileUploadMachine.provide({
      actors: {
        upload: fromPromise(async ({ input, signal }) => {
          const sent = chosenFile.current;
          if (!sent) throw new Error('Choose a file');
          if (asked.current) return requestLookup(of, input, { file: sent, ...asked.current });
          await sendUpload(of, input, {
            file: sent,
            signal,
            onProgress: (count) => progressed.current(count),
          });
          const what = replaces ? `${replaces.name} was replaced.` : `${input.name} was uploaded.`;
          notify({ message: what, status: 'success', shouldTimeout: true });
          of.taken?.(replaces?.name ?? input.name ?? '');
        }),
      },
      actions: { finish: () => onClose() },
    }),
  );
  const [state, send] = useMachine(logic);
  const [comment, setComment] = useState('');
  const progressed = useRef((_sent: number): void => undefined);
  progressed.current = (sent) => send({ type: 'upload.progressed', sent });
  const { failure } = state.context;
  const isSending = selectIsSending(state);
  const isLookup = (replaces?.assetType ?? type) === 'LOOK_UP_DATA';
  const isRequest = isLookup && takesRequests(of.site);
  const limit = isRequest ? REPOSITORY_LOOKUP_MAX_BYTES : ASSET_MAX_BYTES[type];
  const wasSending = useRef(false);
  // The focused element is disabled during the upload: move the focus to Cancel, and back afterwards.
  useEffect(() => {
    if (isSending !== wasSending.current) (isSending ? giveUp : choose).current?.focus();
    wasSending.current = isSending;
  }, [isSending]);

  const take = (next: File | undefined) => {
    if (!next || isSending) return;
    send({ type: 'input.changed' });
    setFile(next);
    chosenFile.current = next;
    if (replaces) return;
    setName(next.name);
    setType(guessUploadType(next.name, types));
  };
  const start = (way: RequestWay = 'raise') => {
    if (refusal !== undefined || isSending || !file) return;
    const fields: Record<string, string> = replaces
      ? { id: replaces.id }
      : { name: name.trim(), assetType: type };
    asked.current = isRequest ? { way, comment: comment.trim() } : undefined;
    send({ type: 'upload.requested', fields, total: file.size });
  };
  const cancel = () => {
    if (isSending) send({ type: 'upload.cancelled' });
    else onClose();
  };
  const tooLarge =
    file && (!replaces || isRequest) && file.size > limit
      ? isRequest
        ? `The file has ${formatByteFigure(file.size)}; a lookup table in the repository of a site may have ${formatByteFigure(limit)}. An API key uploads a larger one`
        : `The file has ${formatByteFigure(file.size)}; a ${ASSET_TYPE_NAMES[type].toLowerCase()} may have ${formatByteFigure(limit)}`
      : undefined;
  const direct = isLookup && !isRequest ? directLookupRefusal(of.site) : undefined;
  const refusal = !file
    ? 'Choose a file'
    : (direct ?? tooLarge ?? (!replaces && name.trim() === '' ? 'Give the file a name' : undefined));
  const fileProblem = tooLarge ?? failure?.fields.file ?? failure?.fields.checksum;
  const isElsewhere = failure && !fileProblem && !failure.fields.name && !failure.fields.assetType;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <Dialog
      open
      title={replaces ? `Replace ${replaces.name}` : 'Upload a file'}
      icon="upload"
      message={
        isRequest
          ? `A pull request asks for it: what is stored and runs stays as it is until that is merged.${describeTaken()}`
          : replaces
            ? 'Running pipelines that use it switch to the new content at once. If one of them cannot, nothing changes.'
            : 'Its content is checked before it is stored. Pipelines refer to it by its name, which cannot be changed.'
      }
      onClose={cancel}
      onSubmit={() => start()}
      footer={
        <>
          <Button ref={giveUp} variant="ghost" keys="Escape" onClick={cancel}>
            {isSending ? 'Cancel the upload' : 'Cancel'}
          </Button>
          {isRequest && (
            <Button
              disabledReason={isSending ? 'The change is being sent' : refusal}
              onClick={() => start('collect')}
            >
              Add to draft
            </Button>
          )}
          <Button
            variant="primary"
            keys="mod+Enter"
            disabledReason={isSending ? 'The file is being uploaded' : refusal}
            onClick={() => start()}
          >
            {isRequest ? 'Raise PR' : replaces ? 'Replace' : 'Upload'}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has its twin in the button inside */}
        <div
          className={css.drop}
          data-over={isOver ? '' : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="File"
            onChange={(event) => take(event.target.files?.[0])}
          />
          <Button
            ref={choose}
            icon="fileInput"
            disabledReason={isSending ? 'The file is being uploaded' : undefined}
            onClick={() => chooser.current?.click()}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
          {file ? (
            <span className={css.chosen}>
              {file.name}, {formatByteFigure(file.size)}
            </span>
          ) : (
            <span>or drop one here</span>
          )}
        </div>
        {fileProblem && (
          <div role="alert">
            <FieldError id="upload-file-problem" text={fileProblem} />
          </div>
        )}
        {!replaces && (
          <>
            <SelectField
              label="Type"
              help={`${HELP[type]} At most ${formatByteFigure(limit)}.`}
              value={type}
              readOnly={isSending}
              error={failure?.fields.assetType}
              options={types.map((one) => ({ value: one, label: ASSET_TYPE_NAMES[one] }))}
              onChange={(next) => {
                send({ type: 'input.changed' });
                setType(UPLOAD_TYPES.find((one) => one === next) ?? type);
              }}
            />
            <TextField
              label="Name"
              required
              value={name}
              readOnly={isSending}
              error={failure?.fields.name}
              onChange={(next) => {
                send({ type: 'input.changed' });
                setName(next);
              }}
            />
          </>
        )}
        {isRequest && (
          <TextArea
            id="upload-comment"
            label="Comment of the pull request"
            rows={2}
            maxLength={COMMENT_MAX_LENGTH}
            placeholder={COMMENT_PLACEHOLDER}
            value={comment}
            onChange={setComment}
          />
        )}
        {isElsewhere && (
          <div role="alert">
            <FieldError id="upload-problem" text={failure.message} />
          </div>
        )}
        {isSending && !isRequest && file && (
          <ProgressBar
            label={selectIsChecked(state) ? `Checking ${file.name}` : `Sending ${file.name}`}
            percent={selectPercent(state)}
            note={`${formatByteFigure(state.context.sent)} of ${formatByteFigure(file.size)}`}
          />
        )}
      </div>
    </Dialog>
  );
}
