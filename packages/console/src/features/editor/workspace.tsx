import { type CSSProperties, type ReactNode, useState } from 'react';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { SplitHandle, useSplit } from './split-handle.tsx';
import './workspace.css';

/** Parts of the editor. Which of them stand side by side depends on the width. */
export interface WorkspaceProps {
  readonly graph: Tab;
  readonly list: Tab;
  readonly yaml: Tab;
  /** Block, palette, parameters and so on. */
  readonly tools: readonly Tab[];
  /** The tool or view that was asked for last. */
  readonly shown: string;
  readonly onShow: (id: string) => void;
  readonly footer: ReactNode;
}

/** Graph, forms and YAML: side by side on wide screens, in two columns on narrower ones, and as tabs on phones. */
export function Workspace({ graph, list, yaml, tools, shown, onShow, footer }: WorkspaceProps) {
  const isWide = useMedia('(min-width: 1240px)');
  const isMedium = useMedia('(min-width: 820px)');
  const [view, setView] = useState(graph.id);
  const [share, setShare] = useSplit();
  const views = <Tabs label="Views of the blocks" tabs={[graph, list]} selected={view} onSelect={setView} />;
  const tabs = isWide ? tools : isMedium ? [...tools, yaml] : [graph, list, ...tools, yaml];
  const selected = tabs.some(({ id }) => id === shown) ? shown : (tabs[0]?.id ?? '');
  const inspector = <Tabs label="Parts of the workflow" tabs={tabs} selected={selected} onSelect={onShow} />;
  const width = isWide ? 'wide' : isMedium ? 'medium' : 'narrow';
  return (
    <div className="workspace" data-width={width} style={{ '--yaml-share': `${share}%` } as CSSProperties}>
      {isMedium ? <section aria-label="Blocks">{views}</section> : null}
      <section aria-label="Forms">{inspector}</section>
      {isWide ? (
        <div className="workspace-yaml">
          <SplitHandle label="Width of the YAML" share={share} onChange={setShare} />
          <section aria-label="YAML">{yaml.content()}</section>
        </div>
      ) : null}
      {footer}
    </div>
  );
}
