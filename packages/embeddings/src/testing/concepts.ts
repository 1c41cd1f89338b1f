/**
 * Words of equal meaning, one concept a line: English | German | Chinese | Japanese | Russian. The lines of a topic are
 * near to each other. Written for tests; a model made of them shows that meanings are used, not how good they are.
 */
export const CONCEPTS: readonly { readonly topic: string; readonly lines: string }[] = [
  {
    topic: 'animals',
    lines: `
dog puppy hound | hund welpe | 狗 小狗 | 犬 いぬ | собака пёс щенок
cat kitten feline | katze kater | 猫 小猫 | ねこ ネコ | кошка кот котёнок
bird | vogel | 鸟 | 鳥 | птица
horse pony stallion | pferd pony hengst | 马匹 | 馬 | лошадь конь
cow cattle | kuh rind | 牛 | 乳牛 | корова
fish | fisch | 鱼 | 魚 | рыба
insect bug beetle | insekt käfer | 昆虫 | 虫 | насекомое жук
veterinarian vet | tierarzt | 兽医 | 獣医 | ветеринар`,
  },
  {
    topic: 'transport',
    lines: `
car automobile vehicle | auto wagen fahrzeug kraftfahrzeug pkw | 汽车 轿车 | 自動車 クルマ | машина автомобиль
bicycle bike | fahrrad rad | 自行车 | 自転車 | велосипед
train railway rail | zug eisenbahn bahn | 火车 铁路 | 電車 列車 鉄道 | поезд
airplane plane aircraft flight | flugzeug flug | 飞机 航班 | 飛行機 | самолёт рейс
ship boat vessel | schiff boot | 船 | 船舶 | корабль лодка
bus coach | bus | 公交车 巴士 | バス | автобус
road street highway | straße weg autobahn | 道路 公路 | 道 通り | дорога улица
ticket fare | fahrkarte ticket | 车票 票 | 切符 チケット | билет
station | bahnhof | 车站 | 駅 | вокзал станция
driver chauffeur | fahrer chauffeur | 司机 | 運転手 | водитель`,
  },
  {
    topic: 'health',
    lines: `
doctor physician medic | arzt ärztin doktor mediziner | 医生 大夫 | 医者 医師 | врач доктор
hospital clinic | krankenhaus klinik spital | 医院 | 病院 | больница клиника
illness disease sickness sick ill | krankheit krank | 疾病 生病 | 病気 | болезнь больной
medicine drug medication pill | medikament arznei tablette | 药物 药 | 薬 | лекарство таблетка
pain ache hurt | schmerz weh | 疼痛 疼 | 痛み 痛い | боль
fever temperature | fieber temperatur | 发烧 温度 | 熱 体温 | температура жар
sleep nap slumber asleep | schlaf schlafen | 睡觉 睡眠 | 睡眠 眠る 寝る | сон спать
exercise workout training fitness | sport training übung | 锻炼 运动 | 運動 トレーニング | тренировка спорт упражнение
tooth teeth dentist | zahn zahnarzt | 牙齿 牙医 | 歯 歯医者 | зуб стоматолог
diet nutrition | diät ernährung | 饮食 营养 | 食生活 栄養 | диета питание`,
  },
  {
    topic: 'food',
    lines: `
food meal dish | essen mahlzeit gericht speise | 食物 饭 餐 | 食べ物 食事 料理 | еда блюдо пища
cook prepare recipe | kochen zubereiten rezept | 做饭 烹饪 食谱 | 調理 レシピ | готовить рецепт
bread loaf | brot laib | 面包 | パン | хлеб
coffee espresso | kaffee espresso | 咖啡 | コーヒー | кофе
tea | tee | 茶 | お茶 | чай
water | wasser | 水 | お水 | вода
wine | wein | 葡萄酒 | ワイン | вино
beer ale | bier | 啤酒 | ビール | пиво
apple | apfel | 苹果 | りんご | яблоко
vegetable greens | gemüse | 蔬菜 | 野菜 | овощ
meat beef pork | fleisch rindfleisch | 肉 | お肉 | мясо говядина
cheese | käse | 奶酪 | チーズ | сыр
sugar sweet dessert | zucker süß nachtisch | 糖 甜 | 砂糖 甘い | сахар сладкий десерт
restaurant diner bistro | restaurant gaststätte lokal | 餐厅 饭店 | レストラン | ресторан кафе
breakfast | frühstück | 早餐 | 朝食 | завтрак
dinner supper | abendessen | 晚餐 | 夕食 | ужин
hungry hunger starving | hungrig hunger | 饿 | 空腹 | голод голодный`,
  },
  {
    topic: 'money',
    lines: `
buy purchase acquire bought | kaufen erwerben einkaufen kauf | 购买 买 | 買う 購入 | купить покупка приобрести
sell sale sold | verkaufen verkauf | 出售 卖 | 売る 販売 | продать продажа
money cash funds | geld bargeld | 钱 现金 | お金 現金 | деньги наличные
price cost expense | preis kosten ausgabe | 价格 费用 | 値段 価格 費用 | цена стоимость расход
cheap inexpensive affordable | billig günstig preiswert | 便宜 | 安い | дешёвый недорогой
expensive costly pricey | teuer kostspielig | 昂贵 | 高価 高い | дорогой
bank account | bank konto | 银行 账户 | 銀行 口座 | банк счёт
invoice bill receipt | rechnung quittung beleg | 发票 账单 | 請求書 領収書 | квитанция чек
tax taxes | steuer | 税 | 税金 | налог
salary wage income pay | gehalt lohn einkommen | 工资 收入 | 給料 収入 | зарплата доход
loan credit debt mortgage | kredit darlehen schulden hypothek | 贷款 债务 | 借金 ローン | кредит долг ипотека
savings save | ersparnisse sparen | 储蓄 存款 | 貯金 | сбережения
insurance | versicherung | 保险 | 保険 | страховка страхование
shop store market | laden geschäft markt | 商店 市场 | 店 市場 | магазин рынок
budget | budget haushalt | 预算 | 予算 | бюджет`,
  },
  {
    topic: 'work',
    lines: `
work job employment occupation | arbeit beruf job beschäftigung | 工作 职业 | 仕事 職業 | работа занятость
boss manager supervisor chief | chef vorgesetzter leiter | 老板 经理 | 上司 社長 | начальник руководитель
employee worker staff | mitarbeiter angestellter arbeiter | 员工 职员 | 社員 従業員 | сотрудник работник
company firm business enterprise | firma unternehmen betrieb | 公司 企业 | 会社 企業 | компания фирма предприятие
meeting conference appointment | besprechung sitzung treffen termin | 会议 | 会議 打ち合わせ | встреча совещание собрание
project undertaking | projekt vorhaben | 项目 | プロジェクト | проект
deadline due | frist abgabetermin | 截止日期 期限 | 締め切り | срок дедлайн
plan schedule agenda | plan zeitplan | 计划 日程 | 計画 予定 | план расписание
task todo chore assignment | aufgabe | 任务 | 課題 タスク | задача задание
vacation holiday leave | urlaub ferien | 假期 度假 | 休暇 休み | отпуск каникулы
contract agreement | vertrag vereinbarung | 合同 协议 | 契約 | договор контракт
interview application hire | vorstellungsgespräch bewerbung einstellen | 面试 招聘 | 面接 採用 | собеседование нанять
quit resign resignation | kündigen kündigung | 辞职 | 退職 辞める | увольнение уволиться
colleague coworker teammate | kollege kollegin | 同事 | 同僚 | коллега
customer client buyer | kunde kundin | 客户 顾客 | 顧客 お客様 | клиент покупатель
success achievement succeed | erfolg leistung | 成功 | 成功する | успех достижение
error mistake fault failure | fehler irrtum | 错误 | 間違い エラー | ошибка сбой
repair fix mend | reparieren reparatur | 修理 维修 | 修理する 直す | починить ремонт`,
  },
  {
    topic: 'home',
    lines: `
house home residence | haus heim wohnhaus | 房子 家 | 住宅 | дом жилище
apartment flat | wohnung | 公寓 | アパート | квартира
room chamber | zimmer raum | 房间 | 部屋 | комната
kitchen | küche | 厨房 | 台所 キッチン | кухня
bathroom toilet | bad badezimmer toilette | 浴室 厕所 | 風呂 トイレ | ванная туалет
garden yard | garten | 花园 | 庭 | сад огород
furniture chair sofa couch | möbel stuhl sofa | 家具 椅子 沙发 | ソファ | мебель стул диван
clean tidy wash | putzen sauber waschen aufräumen | 打扫 干净 洗 | 掃除 洗う | убирать чистый мыть
rent lease tenant | miete mieter mieten | 租金 租房 | 家賃 賃貸 | аренда арендатор
landlord owner | vermieter eigentümer | 房东 | 大家 | владелец хозяин
key lock | schlüssel schloss | 钥匙 锁 | 鍵 | ключ замок
door gate | tür tor | 门 | ドア 扉 | дверь ворота
window | fenster | 窗户 | 窓 | окно
clothes clothing garment apparel | kleidung kleider | 衣服 | 服 衣類 | одежда
shoe boot sneaker | schuh stiefel | 鞋 | 靴 | обувь ботинок
gift present | geschenk | 礼物 | 贈り物 プレゼント | подарок
move relocate relocation | umzug umziehen | 搬家 | 引っ越し | переезд`,
  },
  {
    topic: 'people',
    lines: `
child kid children | kind kinder | 孩子 儿童 | 子供 子ども | ребёнок дети
mother mom mum | mutter mama | 母亲 妈妈 | 母 お母さん | мать мама
father dad | vater papa | 父亲 爸爸 | 父 お父さん | отец папа
family relatives | familie verwandte | 家庭 家人 | 家族 | семья родственник
friend buddy pal | freund freundin kumpel | 朋友 | 友達 友人 | друг подруга приятель
wedding marriage marry married | hochzeit ehe heiraten | 婚礼 结婚 | 結婚 結婚式 | свадьба брак
birthday | geburtstag | 生日 | 誕生日 | день-рождения
baby infant newborn | baby säugling | 婴儿 宝宝 | 赤ちゃん | младенец малыш
neighbour neighbor | nachbar nachbarin | 邻居 | 隣人 | сосед
guest visitor visit | gast besucher besuch | 客人 访问 | 訪問 | гость посетитель
happy glad joyful happiness | glücklich froh freude | 高兴 快乐 | 嬉しい 幸せ | счастливый радость
sad unhappy sorrow | traurig trauer | 悲伤 难过 | 悲しい | грустный печаль
angry furious anger mad | wütend zornig ärger | 生气 愤怒 | 怒り 怒る | злой гнев
afraid scared fear anxiety | angst furcht | 害怕 恐惧 | 怖い 不安 | страх бояться
love affection | liebe zuneigung | 爱 | 愛 | любовь
conversation talk chat discussion | gespräch unterhaltung diskussion | 谈话 聊天 讨论 | 会話 話し合い | разговор беседа обсуждение
argument quarrel dispute | streit auseinandersetzung | 争吵 争论 | 喧嘩 口論 | ссора спор
help assist aid support | hilfe helfen unterstützung | 帮助 支持 | 助け 支援 | помощь помочь поддержка
old elderly aged | alt betagt | 老 年老 | 年寄り 古い | старый пожилой
death die dead | tod sterben tot | 死亡 死 | 死ぬ | смерть умереть`,
  },
  {
    topic: 'learning',
    lines: `
school academy | schule | 学校 | 学院 | школа
university college | universität hochschule | 大学 | 大学校 | университет институт
teacher instructor tutor | lehrer lehrerin | 老师 教师 | 先生 教師 | учитель преподаватель
student pupil learner | schüler student | 学生 | 生徒 | ученик студент
learn study studying | lernen studieren | 学习 | 勉強 学ぶ | учиться изучать
exam test examination | prüfung klausur | 考试 | 試験 テスト | экзамен
book volume novel | buch roman | 书 小说 | 本 小説 | книга роман
read reading | lesen lektüre | 阅读 读书 | 読書 読む | читать чтение
write writing author | schreiben autor verfasser | 写作 写 作者 | 書く 著者 | писать автор
language tongue | sprache | 语言 | 言語 言葉 | язык
translate translation | übersetzen übersetzung | 翻译 | 翻訳 | перевод перевести
science research scientist | wissenschaft forschung | 科学 研究 | 科学者 | наука исследование
history past | geschichte vergangenheit | 历史 | 歴史 | история прошлое
mathematics maths arithmetic | mathematik rechnen | 数学 | 算数 | математика
idea thought notion concept | idee gedanke einfall | 想法 主意 | 考え アイデア | идея мысль
question query ask | frage fragen | 问题 提问 | 質問 | вопрос спросить
answer reply response | antwort antworten erwidern | 回答 答案 | 返事 答え | ответ
remember recall memory | erinnern erinnerung gedächtnis | 记得 记忆 | 思い出 記憶 | помнить память
forget forgotten | vergessen | 忘记 | 忘れる | забыть`,
  },
  {
    topic: 'technology',
    lines: `
computer laptop pc | computer rechner laptop | 电脑 计算机 | パソコン コンピューター | компьютер ноутбук
phone telephone smartphone mobile | telefon handy | 手机 电话 | 電話 携帯 スマホ | телефон смартфон
internet web online | internet netz | 互联网 网络 | インターネット | интернет сеть
email mail message | mail nachricht post | 邮件 消息 | メール | почта сообщение письмо
password passphrase | passwort kennwort | 密码 | パスワード | пароль
software program application app | software programm anwendung | 软件 程序 | ソフトウェア アプリ | программа приложение
database | datenbank | 数据库 | データベース | база-данных
backup copy | sicherung sicherungskopie kopie | 备份 | バックアップ | копия
delete remove erase | löschen entfernen | 删除 | 削除 消す | удалить стереть
search find lookup | suchen suche finden | 搜索 查找 | 検索 探す | поиск искать найти
printer print | drucker drucken | 打印机 打印 | 印刷 | принтер печать
camera photo picture photograph | kamera foto bild | 相机 照片 | カメラ 写真 | камера фото фотография
screen display monitor | bildschirm anzeige | 屏幕 | 画面 | экран монитор
electricity power current | strom elektrizität | 电力 电 | 電気 | электричество ток
fast quick rapid speedy | schnell rasch flott | 快 迅速 | 速い 早い | быстрый скорый
slow sluggish | langsam träge | 慢 | 遅い | медленный
security safety secure | sicherheit sicher | 安全 | 安全性 | безопасность
machine device engine motor | maschine gerät motor | 机器 设备 发动机 | 機械 装置 | устройство двигатель`,
  },
  {
    topic: 'world',
    lines: `
trip journey travel voyage | reise fahrt reisen | 旅行 旅程 | 旅 | путешествие поездка
hotel inn lodging | hotel unterkunft pension | 酒店 宾馆 | ホテル 旅館 | гостиница отель
luggage baggage suitcase | gepäck koffer | 行李 | 荷物 | багаж чемодан
city town | stadt ort | 城市 | 都市 街 | город
village hamlet | dorf | 村庄 | 村 | деревня село
country nation state | land staat nation | 国家 | 国 | страна государство
mountain peak hill | berg gipfel hügel | 山 | 山岳 | гора вершина
sea ocean | meer ozean | 海 海洋 | 大洋 | море океан
river stream | fluss bach | 河 河流 | 川 | река ручей
beach coast shore | strand küste | 海滩 海岸 | 浜辺 | пляж берег
forest wood woods | wald forst | 森林 | 森 | лес
tree | baum | 树 | 木 樹木 | дерево
flower blossom | blume blüte | 花 | お花 | цветок
weather climate forecast | wetter klima | 天气 气候 | 天気 気候 | погода климат
rain shower rainfall | regen niederschlag | 雨 | 降雨 | дождь
snow | schnee | 雪 | 積雪 | снег
sun sunshine sunny | sonne sonnig | 太阳 阳光 | 太陽 | солнце
cold chilly freezing | kalt frost | 冷 寒冷 | 寒い 冷たい | холодный мороз
hot warm heat | heiß warm hitze | 热 | 暑い 暖かい | горячий жара тёплый
spring | frühling frühjahr | 春天 | 春 | весна
summer | sommer | 夏天 | 夏 | лето
autumn fall | herbst | 秋天 | 秋 | осень
winter | winter | 冬天 | 冬 | зима
war conflict battle | krieg konflikt schlacht | 战争 | 戦争 | война конфликт
government politics politician | regierung politik | 政府 政治 | 政治家 | правительство политика
law legal statute | gesetz recht | 法律 | 法 | закон право
police officer | polizei | 警察 | 警官 | полиция
crime theft steal thief | verbrechen diebstahl stehlen dieb | 犯罪 偷 | 盗む 泥棒 | преступление кража вор
fire blaze | feuer brand | 火 火灾 | 火事 | огонь пожар
accident crash collision | unfall zusammenstoß | 事故 | 衝突 | авария столкновение`,
  },
  {
    topic: 'leisure',
    lines: `
music song tune melody | musik lied melodie | 音乐 歌曲 | 音楽 歌 | музыка песня
film movie cinema | film kino | 电影 | 映画 | фильм кино
game play | spiel spielen | 游戏 | ゲーム 遊び | игра играть
football soccer | fußball | 足球 | サッカー | футбол
swim swimming | schwimmen | 游泳 | 水泳 泳ぐ | плавать плавание
run running jog jogging | laufen rennen joggen | 跑步 | 走る ランニング | бегать бег
walk hike stroll hiking | spaziergang wandern wanderung | 散步 徒步 | 散歩 ハイキング | прогулка поход
party celebration festival | feier fest party | 聚会 庆祝 节日 | 祭り パーティー | праздник вечеринка
painting drawing art artist | gemälde zeichnung kunst künstler | 绘画 艺术 | 絵 芸術 | картина искусство художник
dance dancing | tanz tanzen | 舞蹈 跳舞 | 踊り ダンス | танец танцевать
theatre theater stage | theater bühne | 剧院 | 劇場 | театр сцена
newspaper news press | zeitung nachrichten presse | 报纸 新闻 | 新聞 ニュース | газета новости
guitar piano instrument | gitarre klavier | 吉他 钢琴 | ギター ピアノ | гитара пианино
chess | schach | 国际象棋 | チェス | шахматы
begin start commence | anfangen beginnen starten anfang | 开始 | 始める | начать начало
end finish conclude | enden beenden schluss ende | 结束 | 終わり 終える | конец закончить
big large huge | groß riesig | 大 巨大 | 大きい | большой огромный
small little tiny | klein winzig | 小 | 小さい | маленький крошечный
beautiful pretty lovely | schön hübsch | 美丽 漂亮 | 美しい 綺麗 | красивый прекрасный
difficult hard challenging | schwierig schwer | 困难 难 | 難しい | трудный сложный
easy simple effortless | leicht einfach | 容易 简单 | 簡単 易しい | лёгкий простой`,
  },
];
