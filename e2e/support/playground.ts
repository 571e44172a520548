import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

export type Language = 'Python' | 'JavaScript' | 'TypeScript' | 'Bash';

/** The page as a person uses it. */
export class PlaygroundPage {
  readonly page: Page;
  readonly runButton: Locator;
  readonly interruptButton: Locator;
  readonly cells: Locator;

  constructor(page: Page) {
    this.page = page;
    this.runButton = page.getByRole('button', { name: 'Run', exact: true });
    this.interruptButton = page.getByRole('button', { name: 'Interrupt' });
    this.cells = page.getByRole('article');
  }

  async open(server: RunningServer): Promise<void> {
    await this.page.goto(`${server.baseUrl}/?token=${server.token}`);
    await this.ready();
  }

  /** The page is connected and the editor is there. */
  async ready(): Promise<void> {
    await expect(this.page.getByTestId('connection')).toHaveText('Connected');
    await expect(this.editor).toBeVisible();
  }

  get editor(): Locator {
    return this.page.locator('.monaco-editor').first();
  }

  get lastCell(): Locator {
    return this.cells.last();
  }

  async choose(language: Language): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${language}\\b`) }).click();
  }

  /** Replaces the code in the editor, pasting it, since the editor indents what is typed. */
  async write(code: string): Promise<void> {
    await this.editor.click();
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), code);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  /** Runs code by the keyboard and returns its cell, which may still be running. */
  async start(code: string): Promise<Locator> {
    const before = await this.cells.count();
    await this.write(code);
    await this.page.keyboard.press('ControlOrMeta+Enter');
    const cell = this.cells.nth(before);
    await expect(cell).toBeVisible();
    return cell;
  }

  /** Runs code and waits for its end. */
  async run(code: string): Promise<Locator> {
    const cell = await this.start(code);
    await expect(cell).toHaveAttribute('data-phase', /finished|refused|abandoned/);
    return cell;
  }

  async interrupt(): Promise<void> {
    await expect(this.interruptButton).toBeEnabled();
    await this.interruptButton.click();
  }
}

export function valueOf(cell: Locator): Locator {
  return cell.getByTestId('value');
}

export function outputOf(cell: Locator): Locator {
  return cell.getByTestId('output');
}

export function statusOf(cell: Locator): Locator {
  return cell.getByTestId('status');
}
