export * from './file-upload.machine.ts';
