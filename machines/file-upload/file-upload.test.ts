import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { selectIsChecked, selectIsSending, selectPercent } from './file-upload.machine.ts';
import { fileUploadModel } from './file-upload.model.ts';

const paths = makePaths(fileUploadModel);

test('every transition: one upload at a time, growing progress, refusals name the field', async () => {
  await driveAll(
    paths,
    createPureSut(fileUploadModel, (snapshot) => {
      const { sent, total, failure } = snapshot.context;
      const isSending = snapshot.matches('sending');
      expect(selectIsSending(snapshot)).toBe(isSending);
      expect(sent).toBeLessThanOrEqual(total);
      expect(selectPercent(snapshot)).toBe(total === 0 ? undefined : sent * 10);
      expect(selectIsChecked(snapshot)).toBe(isSending && sent === total);
      if (isSending) expect(failure).toBeUndefined();
      if (failure) expect(failure.fields).toEqual({ file: 'The file is empty' });
    }),
  );
  await driveAll(paths, createActorSut(fileUploadModel, { actors: ['upload'] }));
});
