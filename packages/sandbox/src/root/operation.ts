/** One step of building the root file system inside, in order. Sizes in bytes, modes as numbers. */
export type RootOperation =
  | { readonly kind: 'read-only'; readonly source: string; readonly target: string }
  | { readonly kind: 'writable'; readonly source: string; readonly target: string }
  | { readonly kind: 'device'; readonly path: string }
  | {
      readonly kind: 'tmpfs';
      readonly target: string;
      readonly sizeBytes: number;
      readonly mode: number;
    }
  | { readonly kind: 'directory'; readonly target: string }
  | { readonly kind: 'symlink'; readonly to: string; readonly target: string }
  /** A copy of what the inherited descriptor `fd` holds. */
  | { readonly kind: 'file'; readonly fd: number; readonly target: string }
  | { readonly kind: 'proc' }
  | { readonly kind: 'seal'; readonly target: string };

export const readOnly = (source: string, target: string = source): RootOperation => ({
  kind: 'read-only',
  source,
  target,
});
