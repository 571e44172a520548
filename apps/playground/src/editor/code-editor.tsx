import Editor, { type OnMount } from '@monaco-editor/react';
import type * as Monaco from 'monaco-editor/editor';
import { useEffect, useRef, useState } from 'react';
import { useIsDark } from '../theme/use-theme.ts';
import { getMonaco } from './monaco.ts';
import { applyEditorTheme } from './theme.ts';
import styles from './code-editor.module.css';

/** What the composer does to its editor from outside. */
export interface EditorHandle {
  getCode(): string;
  /** Replaces the code and puts the cursor at its end; the person can undo it. */
  setCode(code: string): void;
  focus(): void;
}

export interface CodeEditorProps {
  /** Names the text; each language keeps its own, with its own undo history. */
  readonly language: string;
  readonly monacoLanguage: string;
  readonly initialCode: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (code: string) => void;
  readonly onRun: () => void;
  readonly onOlder: () => void;
  readonly onNewer: () => void;
  readonly onReady: (handle: EditorHandle) => void;
}

const SMALLEST_HEIGHT_PX = 76;
const LARGEST_SHARE_OF_WINDOW = 0.4;

type CodeEditorInstance = Monaco.editor.IStandaloneCodeEditor;

function heightFor(contentHeight: number): number {
  const largest = Math.max(window.innerHeight * LARGEST_SHARE_OF_WINDOW, SMALLEST_HEIGHT_PX);
  return Math.min(Math.max(contentHeight, SMALLEST_HEIGHT_PX), largest);
}

function handleOf(editor: CodeEditorInstance): EditorHandle {
  return {
    getCode: () => editor.getValue(),
    setCode(code) {
      const model = editor.getModel();
      if (model === null) return;
      editor.executeEdits('page', [{ range: model.getFullModelRange(), text: code }]);
      editor.setPosition(model.getFullModelRange().getEndPosition());
      editor.pushUndoStop();
    },
    focus: () => editor.focus(),
  };
}

function addCommands(
  { KeyCode, KeyMod }: typeof Monaco,
  editor: CodeEditorInstance,
  commands: () => Pick<CodeEditorProps, 'onRun' | 'onOlder' | 'onNewer'>,
): void {
  editor.addAction({
    id: 'run-cell',
    label: 'Run cell',
    keybindings: [KeyMod.CtrlCmd | KeyCode.Enter, KeyMod.Shift | KeyCode.Enter],
    run: () => commands().onRun(),
  });
  editor.addAction({
    id: 'older-cell',
    label: 'Code of the cell before',
    keybindings: [KeyMod.Alt | KeyCode.UpArrow],
    run: () => commands().onOlder(),
  });
  editor.addAction({
    id: 'newer-cell',
    label: 'Code of the cell after',
    keybindings: [KeyMod.Alt | KeyCode.DownArrow],
    run: () => commands().onNewer(),
  });
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily:
    "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSize: 13,
  lineHeight: 20,
  folding: false,
  glyphMargin: false,
  lineDecorationsWidth: 8,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: 'line',
  scrollBeyondLastLine: false,
  scrollbar: { alwaysConsumeMouseWheel: false },
  stickyScroll: { enabled: false },
  wordWrap: 'on',
  fixedOverflowWidgets: true,
};

/** Monaco as the page uses it: as tall as its text within bounds, in the page's colours, with the page's keys. */
export default function CodeEditor(props: CodeEditorProps) {
  const { language, monacoLanguage, initialCode, label, placeholder, onChange } = props;
  const [height, setHeight] = useState(SMALLEST_HEIGHT_PX);
  const dark = useIsDark();
  const monaco = getMonaco();
  const latest = useRef(props);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    monaco.editor.setTheme(applyEditorTheme(monaco, dark));
  }, [monaco, dark]);

  const mounted: OnMount = (editor) => {
    addCommands(monaco, editor, () => latest.current);
    editor.onDidContentSizeChange(({ contentHeight }) => setHeight(heightFor(contentHeight)));
    setHeight(heightFor(editor.getContentHeight()));
    latest.current.onReady(handleOf(editor));
  };

  return (
    <div className={styles['editor']} style={{ height }}>
      <Editor
        path={language}
        defaultLanguage={monacoLanguage}
        defaultValue={initialCode}
        theme={dark ? 'page-dark' : 'page-light'}
        options={{ ...OPTIONS, ariaLabel: label, placeholder }}
        loading={null}
        beforeMount={() => applyEditorTheme(monaco, dark)}
        onMount={mounted}
        onChange={(code) => onChange(code ?? '')}
      />
    </div>
  );
}
