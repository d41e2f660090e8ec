import { callDefinition } from '../../../src/contract/calls/index.ts';
import type { Answer, TestService } from './service.ts';

export type UploadFields = Record<string, string | string[]>;

/** Fields first, file last. */
export function uploadForm(fields: UploadFields, content: BlobPart, fileName = 'upload.bin'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
  form.append('file', new File([content], fileName));
  return form;
}

const send =
  (id: 'createAsset' | 'replaceAsset') =>
  (
    api: TestService,
    fields: UploadFields,
    content: BlobPart,
    more: { fileName?: string; ifMatch?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { method, path, ifMatch } = callDefinition(id);
    return api.request(path, {
      method,
      headers: { ...(ifMatch ? { 'if-match': more.ifMatch ?? '*' } : {}), ...more.headers },
      body: uploadForm(fields, content, more.fileName),
    });
  };

export const upload = send('createAsset');
export const replace = send('replaceAsset');

export const HOSTS_CSV = 'host,owner,port\nweb-1,Ann,80\nweb-2,"Bob, Ben",443\ndb-1,,5432\n';

/** Returns the table's id. */
export async function uploadTable(
  api: TestService,
  name = 'hosts.csv',
  content = HOSTS_CSV,
): Promise<string> {
  const answer = await upload(api, { name, assetType: 'LOOK_UP_DATA' }, content);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}
