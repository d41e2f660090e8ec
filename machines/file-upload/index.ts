export * from './file-upload.machine.ts';
export * from './file-upload.selectors.ts';
